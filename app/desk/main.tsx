/** The desk's entry. */
import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { loadAllIcons } from '../ui/icon.tsx'
import { watchLostFocus } from '../ui/lost-focus.ts'
import { startClock } from './clock.ts'
import { Desk } from './desk.tsx'
import { listenToKeys } from './keys.ts'
import { loadScreens } from './screens.ts'
import { askSession, watchSession } from './session.ts'
import { firstLanguage, showLanguage } from './texts.ts'

startClock()
listenToKeys(document)
watchLostFocus('#work')
watchSession()
const root = document.querySelector('#root')
await Promise.all([showLanguage(firstLanguage()), loadAllIcons(), askSession()])
if (root) createRoot(root).render(<Desk />)
void loadScreens()
