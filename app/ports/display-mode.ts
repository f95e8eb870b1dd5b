/** Whether this is the installed app, in a window of its own: no browser around it brings one back. */
export const isInstalledApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
