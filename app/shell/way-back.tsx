/**
 * The one way back of a screen [SHELL-21]: to the page of this window that the member came from; after a deep link, a tapped push
 * or a reload, to the parent screen. The installed app shows it as the Back button on the screens of SHELL-11.
 */
import type { ComponentProps } from 'react'
import { placeOf } from '#contract/screen-paths.ts'
import { canGoBack, goBack, historyLength, previousPage, type PreviousPage } from '../ports/history.ts'
import { isInstalledApp } from '../ports/installation.ts'
import { t } from '../state/i18n.ts'
import { RoundButton, RoundLink } from '../ui/button.tsx'
import { href } from './routes.ts'
import { SCREENS, type RouteName } from './screens.ts'

type Where = { route: RouteName; installed: boolean; historyLength: number; canGoBack: boolean }

/** In a browser tab the browser's own button leads back. */
export const showsBack = ({ route, installed, historyLength: length, canGoBack: can }: Where): boolean =>
  SCREENS[route].backButton === true && installed && length > 1 && can

/** `path` is the address of the link; `inHistory`: a tap goes back, so that a list keeps its scroll position. */
export type Way = { path: string; inHistory: boolean }

export const wayFrom = (here: string, parent: string, previous: PreviousPage | null): Way => {
  const way = { path: previous?.path ?? parent, inHistory: true }
  if (previous !== null && pathOf(previous.path) === parent) return way
  // A page that needs a load may be of an older visit. Another part of the same page is not a screen to return to.
  const isScreen = previous?.sameDocument === true && pathOf(previous.path) !== here && isMembersScreen(previous.path)
  return isScreen ? way : { path: parent, inHistory: false }
}

const pathOf = (address: string): string => new URL(address, 'https://app.invalid').pathname

const routeOf = (address: string): RouteName | null => placeOf(pathOf(address))?.route ?? null

/** Screens of visitors, such as the login, redirect a member onwards. */
const isMembersScreen = (address: string): boolean => {
  const route = routeOf(address)
  return route !== null && SCREENS[route].tab !== undefined
}

type Props = { route: RouteName } & Pick<ComponentProps<typeof RoundLink>, 'on' | 'className'>

export const WayBack = ({ route, ...look }: Props) => {
  const { parent } = SCREENS[route]
  // No prerendered screen has a way back.
  if (typeof window === 'undefined') return parent === undefined ? null : <UpLink way={upTo(parent)} {...look} />
  if (showsBack({ route, installed: isInstalledApp(), historyLength: historyLength(), canGoBack: canGoBack() }))
    return <RoundButton icon="chevron-left" label={t('ui.back')} onClick={goBack} {...look} />
  if (parent === undefined) return null
  const way = wayFrom(location.pathname, href(parent), previousPage())
  return <UpLink way={way} {...look} />
}

const upTo = (parent: RouteName): Way => ({ path: href(parent), inHistory: false })

const UpLink = ({ way, ...look }: { way: Way } & Omit<Props, 'route'>) => (
  <RoundLink
    {...look}
    icon="chevron-left"
    label={labelOf(routeOf(way.path))}
    href={way.path}
    // The screen of a deep link makes room for its parent: else the parent's way back would lead down to it again.
    replace={!way.inHistory}
    onClick={(event) => {
      if (!way.inHistory) return
      event.preventDefault()
      goBack()
    }}
  />
)

const labelOf = (to: RouteName | null): string => {
  if (to === 'members') return t('shell.backToSearch')
  if (to === 'chats') return t('shell.backToChats')
  return to === 'likes' ? t('shell.backToLikes') : t('ui.back')
}
