# Scriptorium in a container: one stage builds the program, another has only the program. It listens on
# all addresses of the container, so it starts only when there is an access token; docs/running.md has
# the commands.

FROM rust:1.95-bookworm AS built
WORKDIR /source
COPY .cargo .cargo
# Without rust-toolchain.toml, which would download another toolchain. `bench` and `xtask` are not built,
# but Cargo reads the manifests of all members.
COPY Cargo.toml Cargo.lock scriptorium.toml ./
COPY bench bench
COPY crates crates
COPY web/dist web/dist
COPY xtask xtask
RUN cargo build --profile dist --locked --package scriptorium

FROM debian:bookworm-slim
# The certificates are needed for PostgreSQL over TLS.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 7878 --home-dir /data --shell /usr/sbin/nologin scriptorium \
    && install --directory --owner=scriptorium --group=scriptorium --mode=0700 /data
COPY --from=built /source/target/dist/scriptorium /usr/bin/scriptorium
COPY LICENSE-MIT LICENSE-APACHE NOTICE /usr/share/doc/scriptorium/
USER scriptorium
WORKDIR /data
VOLUME ["/data"]
ENV SCRIPTORIUM_SERVER__LISTEN=0.0.0.0:7878 SCRIPTORIUM_DATA__DIR=/data
EXPOSE 7878
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s --retries=3 \
    CMD ["scriptorium", "health"]
ENTRYPOINT ["scriptorium"]
CMD ["serve"]
