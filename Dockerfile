# Builds the app with all packages, then keeps the production packages and what the server reads.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /visavis
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.ts && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node node_modules/.cache node_modules/.tsc

FROM docker.io/library/node:24-bookworm-slim
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /visavis
COPY --from=build /visavis/package.json ./
COPY --from=build /visavis/node_modules ./node_modules
COPY --from=build /visavis/dist ./dist
COPY --from=build /visavis/contract ./contract
COPY --from=build /visavis/server ./server
COPY --from=build /visavis/scripts ./scripts
COPY --from=build /visavis/locales ./locales
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
