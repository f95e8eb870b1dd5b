// Node 24 parses the package.json of a package again for each file of it that it loads, only to see that the file is a
// module. For Drizzle's 180 kB, that is 0.8 s of each start of a server. This hook answers instead, in the processes that
// tests start (`--import`, in NODE_OPTIONS). An older Node of the system may load it too, and has no hooks.
import module from 'node:module'

const isOfDrizzle = (url) => url !== undefined && url.includes('/node_modules/drizzle-orm/') && url.endsWith('.js')

// One server loads Drizzle by few names.
const found = new Map()

module.registerHooks?.({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('.') && isOfDrizzle(context.parentURL))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context)
    const key = [specifier, ...context.conditions].join(' ')
    if (!found.has(key)) found.set(key, next(specifier, context))
    return { ...found.get(key), shortCircuit: true }
  },
})
