# DocForge on one machine. `docker build -t docforge .` needs nothing but Docker; docs/site/docker.md describes how to run it.

# What builds: Node.js 24 with npm. What runs: Debian, to which the build's Node.js is added without npm.
ARG BASE=docker.io/library/node:24-bookworm-slim
ARG RUNTIME=docker.io/library/debian:bookworm-slim

# The engines are built for x64. Other machines run the image by emulation.
FROM --platform=linux/amd64 ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY test/openapi-types/package.json test/openapi-types/
COPY lib/conversions/backends/tesseract/tessdata-eng/package.json lib/conversions/backends/tesseract/tessdata-eng/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node local/image/build.ts /opt/docforge \
  && install -D -m 755 local/image/init.sh /opt/docforge/bin/docforge-init \
  && install -D -m 755 local/image/admin.sh /opt/docforge/bin/admin \
  && install -D -m 644 LICENSE /opt/docforge/LICENSE \
  && install -m 755 "$(readlink -f "$(command -v node)")" /opt/docforge/bin/node \
  && chmod -R u=rwX,go=rX /opt/docforge

FROM --platform=linux/amd64 ${RUNTIME}
COPY --from=build /opt/docforge /opt/docforge
RUN install -d -o 1000 -g 1000 -m 700 /data
ENV PATH=/opt/docforge/bin:/usr/local/bin:/usr/bin:/bin \
  HOME=/data \
  DOCFORGE_DATA_DIR=/data \
  DOCFORGE_LISTEN_ADDRESS=0.0.0.0 \
  NODE_COMPILE_CACHE=/data/compile-cache \
  PORT=3000
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["docforge-init"]
