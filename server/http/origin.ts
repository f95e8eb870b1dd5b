/** Whether a request comes from another site [SAFE-4]. A request with neither header does not come from a page. */
export const isForeign = (headers: Headers, url: URL, publicUrl: string | undefined): boolean => {
  const origin = headers.get('origin')
  if (origin !== null) return origin !== publicUrl && !isSameHost(origin, headers.get('host') ?? url.host)
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

const isSameHost = (origin: string, host: string): boolean => {
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}
