# The worker with LibreOffice. CDK builds it from the folder of the bundle: index.mjs, engine.mjs, chunks/, node_modules/.
# Debian, because LibreOffice needs glibc 2.35 and Amazon Linux 2023 has 2.34.
FROM node:24-bookworm-slim AS runtime-client
RUN apt-get update \
  && apt-get install --yes --no-install-recommends autoconf automake cmake g++ libcurl4-openssl-dev libtool make python3 unzip \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /client
RUN npm install --omit=dev aws-lambda-ric@4.0.2

# Formulas are drawn by Math. The fonts come with the bundle.
FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    libreoffice-calc-nogui libreoffice-impress-nogui libreoffice-math-nogui libreoffice-writer-nogui \
  && rm -rf /var/lib/apt/lists/*
COPY --from=runtime-client /client /client
WORKDIR /var/task
COPY . .
USER node
ENTRYPOINT ["/usr/local/bin/node", "/client/node_modules/aws-lambda-ric/index.mjs"]
CMD ["index.handler"]
