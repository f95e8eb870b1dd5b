# The first stage builds the app with all packages; the second has the production packages and the files that the server reads.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /visavis
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The build runs on the same Node.js as the server: the one that package.json names.
RUN node_modules/.bin/node scripts/build.ts && deploy/production-packages && find contract server scripts -name '*.test.ts' -delete && mv node_modules/node/bin/node /usr/local/bin/node && rm -rf node_modules/node

# Debian alone: the npm and yarn of a Node.js image are not needed to run the server.
FROM docker.io/library/debian:bookworm-slim
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN useradd --uid 1000 --create-home visavis && install -d -o visavis -g visavis -m 700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /visavis
COPY --from=build /visavis/package.json ./
COPY --from=build /visavis/node_modules ./node_modules
COPY --from=build /visavis/dist ./dist
COPY --from=build /visavis/contract ./contract
COPY --from=build /visavis/server ./server
COPY --from=build /visavis/scripts ./scripts
COPY --from=build /visavis/locales ./locales
USER visavis
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
