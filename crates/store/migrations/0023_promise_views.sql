-- What lists show of a promise begins with its id and that of its project, as any view of it does:
-- they need not be read from columns of their own.

UPDATE promise
   SET shown = '"id":"' || id || '","projectId":"' || project_id || '",' || shown;
