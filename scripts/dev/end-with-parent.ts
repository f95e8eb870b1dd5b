/** Preloaded into the development server: ends it when the process that started it is gone, however that one ended. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone keeps nothing alive.
process.channel?.unref()
