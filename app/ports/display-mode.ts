/** Whether this is the installed app, in a window of its own; nowhere else, nor where a page is made at build time. */
export const isInstalledApp = (): boolean =>
  typeof window !== 'undefined' &&
  (matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
    // iOS says it by this alone in older versions.
    (navigator as { standalone?: boolean }).standalone === true)
