/** Preloaded into the development server: ends it when its parent process has ended, for any reason. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel to the parent must not keep this process running.
process.channel?.unref()
