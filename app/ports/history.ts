/** Whether there is a screen of this app to go back to. */
type Navigations = { navigation?: { canGoBack: boolean } }

/** Browsers without the Navigation API count every page of the tab, also those before this app. */
export const canGoBack = (): boolean => {
  const { navigation } = window as Navigations
  return navigation?.canGoBack ?? window.history.length > 1
}

export const goBack = (): void => window.history.back()
