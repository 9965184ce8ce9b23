# CareDiary in a container: `docker compose up -d` (compose.yaml), or by hand:
#   docker build -t carediary . && docker run -v carediary:/data -p 3000:3000 -e BASE_URL=https://care.example.org carediary
# Both stages take their base from an argument, for registries of your own.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run -s release -- /release && mv /release/carediary-*/ /carediary

FROM ${RUN_IMAGE}
COPY --from=build /carediary /carediary
RUN useradd --system --uid 10001 --no-create-home --home-dir /data carediary \
 && mkdir /data && chown carediary /data
USER carediary
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
VOLUME /data
EXPOSE 3000
# The server stops in order within ten seconds of this signal.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/carediary/node_modules/node/bin/node", "-e", \
       "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/carediary/carediary"]
CMD ["start"]
