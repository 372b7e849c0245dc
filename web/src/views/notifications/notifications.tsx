// The notifications of whoever works here, newest first.

import { notifications as calls } from "../../api/notifications";
import type { Notification } from "../../api/types";
import { usePaged, type Listed } from "../../live/paged";
import { route, studioAddress } from "../../router";
import { useCommands } from "../../state/commands";
import { mayWrite } from "../../state/session";
import { ago, exactly, number } from "../../state/time";
import { unreadCount } from "../../state/unread";
import { notifications as t } from "../../texts/notifications";
import { icons } from "../../ui/icons";
import { Await, Empty, useTitle } from "../../ui/states";
import { attempt } from "../../ui/toast";
import "./notifications.css";

type Filter = keyof typeof t.filters;

const FILTERS = Object.keys(t.filters) as Filter[];

export default function Notifications() {
  useTitle(t.title);
  const wanted = route.value.query.get("list");
  const filter = FILTERS.find((name) => name === wanted) ?? "all";
  const { list, showMore } = useNotifications(filter);
  const readAgain = () => void Promise.all([list.reload(), unreadCount().reload()]);

  const read = async (notification: Notification) => {
    await attempt(() => calls.read(notification.id));
    readAgain();
  };
  const readAll = async () => {
    await attempt(() => calls.readAll(), ({ read: count }) => t.wereRead(count));
    readAgain();
  };
  const test = () => void attempt(() => calls.test({}), () => t.tested);
  useCommands(() =>
    mayWrite()
      ? [
          { title: t.readAll, group: "action", run: () => void readAll() },
          { title: t.test, group: "action", run: test },
        ]
      : [],
  );

  return (
    <div class="page is-narrow">
      <header class="page-header">
        <h1>{t.title}</h1>
        {mayWrite() && (
          <div class="page-actions">
            <button type="button" class="button" onClick={test}>
              {t.test}
            </button>
            <button
              type="button"
              class="button"
              disabled={unreadCount().value.value === 0}
              onClick={() => void readAll()}
            >
              <icons.check />
              {t.readAll}
            </button>
          </div>
        )}
      </header>
      <p class="page-intro">{t.explained}</p>
      <nav class="tabs" aria-label={t.filtersLabel}>
        {FILTERS.map((name) => (
          <a
            key={name}
            href={name === "all" ? studioAddress("notifications") : `${studioAddress("notifications")}?list=${name}`}
            aria-current={name === filter ? "true" : undefined}
          >
            {t.filters[name]}
          </a>
        ))}
      </nav>
      <Await of={list}>
        {(listed) => <List filter={filter} listed={listed} read={read} showMore={showMore} />}
      </Await>
    </div>
  );
}

function useNotifications(filter: Filter) {
  return usePaged<Notification>(
    `notifications/${filter}`,
    async (query, signal) => {
      const page = await calls.page({ ...query, ...(filter === "unread" ? { unread: true } : {}) }, { signal });
      return { items: page.notifications, nextCursor: page.nextCursor, total: page.total };
    },
    (event) => event.kind === "notification",
  );
}

interface ListProps {
  filter: Filter;
  listed: Listed<Notification>;
  read: (notification: Notification) => Promise<void>;
  showMore: () => Promise<void>;
}

function List({ filter, listed, read, showMore }: ListProps) {
  if (listed.items.length === 0) return <Empty {...t.empty[filter]} />;
  return (
    <>
      <ul class="notifications" aria-live="polite" aria-relevant="additions">
        {listed.items.map((notification) => (
          <Row key={notification.id} notification={notification} read={read} />
        ))}
      </ul>
      {listed.hasMore && (
        <button type="button" class="button" onClick={() => void showMore()}>
          {t.more}
        </button>
      )}
      {listed.isCut && <p class="meta">{t.cut(number(listed.items.length))}</p>}
    </>
  );
}

function Row({ notification, read }: { notification: Notification; read: ListProps["read"] }) {
  const { title, message, type, priority, createdAt, read: isRead } = notification;
  const isUrgent = priority === "high" || priority === "critical";
  return (
    <li class={`notification is-${type}${isRead ? "" : " is-unread"}`}>
      <div class="notification-text">
        <h2 class="notification-title">
          <bdi>{title}</bdi>
          {!isRead && <span class="badge">{t.unread}</span>}
        </h2>
        <p>
          <bdi>{message}</bdi>
        </p>
        <p class="notification-facts meta">
          <span>{t.types[type]}</span>
          {isUrgent && <span>{t.priorities[priority]}</span>}
          <time dateTime={createdAt} title={exactly(createdAt)}>
            {ago(createdAt)}
          </time>
        </p>
      </div>
      {!isRead && mayWrite() && (
        <button
          type="button"
          class="icon-button"
          aria-label={t.readNamed(title)}
          title={t.read}
          onClick={() => void read(notification)}
        >
          <icons.check />
        </button>
      )}
    </li>
  );
}
