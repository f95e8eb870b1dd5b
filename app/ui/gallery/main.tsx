/**
 * `/_gallery` in development (`npm run dev`): every part in every state, in both themes, in the longest language;
 * `?lang=pl` shows another. It is not part of the built app.
 */
import '../tokens.css'
import '../base.css'
import { createRoot } from 'react-dom/client'
import { DEFAULT_LOCALE, isLocale } from '#contract/locales.ts'
import { loadAllTexts, showLocale } from '../../state/i18n.ts'
import { classes } from '../classes.ts'
import { loadAllIcons } from '../icon.tsx'
import { Toasts } from '../toasts.tsx'
import { Actions } from './actions.tsx'
import { Fields } from './fields.tsx'
import styles from './gallery.module.css'
import { Overlays } from './overlays.tsx'
import { People } from './people.tsx'
import { States } from './states.tsx'

const Gallery = () => (
  <>
    <main className={styles['themes']}>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} data-theme={theme} className={classes(styles['theme'], 'stack')}>
          <h1>{theme}</h1>
          <Actions />
          <Fields theme={theme} />
          <States />
          <People />
          <Overlays />
        </div>
      ))}
    </main>
    <Toasts />
  </>
)

const asked = new URLSearchParams(location.search).get('lang') ?? 'de'
await showLocale(isLocale(asked) ? asked : DEFAULT_LOCALE)
await Promise.all([loadAllTexts(), loadAllIcons()])
const root = document.querySelector('#root')
if (root) createRoot(root).render(<Gallery />)
