/** Runs in every document before its own scripts and writes down what a visitor would notice. */

export type VisitMarks = {
  fcp: number | null
  lcp: number | null
  /** A description of the largest paint, for a person who reads the result. */
  lcpWas: string
  /** The control that a person can use is there and nothing covers it. */
  ready: number | null
  /** React handles that control: markup that is only shown until the app has started does not count. */
  usable: number | null
  shift: number
  longTasks: number
  workerActive: number | null
}

declare global {
  interface Window {
    benchSeen?: VisitMarks
  }
}

/** Serialised into the page: it may use nothing from outside itself. */
/* eslint-disable unicorn/consistent-function-scoping, promise/always-return -- what is serialised has no outer scope to move to */
export const watchPage = (readySelector: string): void => {
  if (window.top !== window || window.benchSeen) return
  const seen: VisitMarks = {
    fcp: null,
    lcp: null,
    lcpWas: '',
    ready: null,
    usable: null,
    shift: 0,
    longTasks: 0,
    workerActive: null,
  }
  window.benchSeen = seen

  const observe = (type: string, take: (entry: PerformanceEntry & Record<string, unknown>) => void): void => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as PerformanceEntry & Record<string, unknown>)
    }).observe({ type, buffered: true })
  }
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    const element = entry['element'] as Element | null
    seen.lcpWas = `${element?.tagName ?? '?'} ${(element?.textContent ?? '').trim().slice(0, 40)}`
  })
  observe('longtask', () => {
    seen.longTasks += 1
  })
  observe('layout-shift', (entry) => {
    if (entry['hadRecentInput'] !== true) seen.shift += Number(entry['value'])
  })

  const isUsable = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    // Null where the control lies below the screen.
    return top === null || element.contains(top) || top.contains(element)
  }
  const isOfReact = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  const look = (): void => {
    const found = [...document.querySelectorAll(readySelector)]
    // `elementFromPoint` makes the browser lay out the page: asked for every row in every frame, it took 1.5 s of a traced start.
    const waited = seen.ready === null ? found : found.filter(isOfReact)
    const shown = waited.find(isUsable)
    if (shown) seen.ready ??= performance.now()
    if (shown && isOfReact(shown)) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  look()

  // Absent where the page is no secure context.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void workers?.ready.then(({ active }) => {
    const note = (): void => {
      if (active?.state === 'activated') seen.workerActive ??= performance.now()
    }
    note()
    active?.addEventListener('statechange', note)
  })
}
