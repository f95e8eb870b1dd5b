/** Whether a dialog has the screen: nothing should then open over it. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
