/** Downloads a file of the desk. A refusal of the server is then a failed download, and the page stays. */
export const download = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
