/**
 * The back link of a screen [SHELL-21]: to the page of this window that the member came from; after a deep link, a tapped push
 * or a reload, to the parent screen. The installed app shows it as the Back button on the screens of SHELL-11.
 */
import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { placeOf } from '#contract/screen-paths.ts'
import { canGoBack, goBack, historyLength, previousPage, type PreviousPage } from '../ports/history.ts'
import { isInstalledApp } from '../ports/installation.ts'
import { t } from '../state/i18n.ts'
import { RoundButton, RoundLink } from '../ui/button.tsx'
import { href } from './routes.ts'
import { SCREENS, type RouteName } from './screens.ts'

type BackSituation = { route: RouteName; installed: boolean; historyLength: number; canGoBack: boolean }

/** In a browser tab the browser's own button leads back. */
export const showsBack = ({ route, installed, historyLength: length, canGoBack: can }: BackSituation): boolean =>
  SCREENS[route].backButton === true && installed && length > 1 && can

/** `path` is the address of the link; `inHistory`: a tap goes back, so that a list keeps its scroll position. */
export type BackTarget = { path: string; inHistory: boolean }

export const backTargetFrom = (here: string, parent: string, previous: PreviousPage | null): BackTarget => {
  const target = { path: previous?.path ?? parent, inHistory: true }
  if (previous !== null && pathOf(previous.path) === parent) return target
  // A page that needs a load may be of an older visit. Another part of the same page is not a screen to return to.
  const isScreen = previous?.sameDocument === true && pathOf(previous.path) !== here && isMembersScreen(previous.path)
  return isScreen ? target : { path: parent, inHistory: false }
}

const pathOf = (address: string): string => new URL(address, 'https://app.invalid').pathname

const routeOf = (address: string): RouteName | null => placeOf(pathOf(address))?.route ?? null

/** Screens of visitors, such as the login, redirect a member onwards. */
const isMembersScreen = (address: string): boolean => {
  const route = routeOf(address)
  return route !== null && SCREENS[route].tab !== undefined
}

type Props = { route: RouteName } & Pick<ComponentProps<typeof RoundLink>, 'on' | 'className'>

export const BackLink = ({ route, ...look }: Props) => {
  const { parent } = SCREENS[route]
  // No prerendered screen has a page to go back to.
  if (typeof window === 'undefined') return parent === undefined ? null : <UpLink target={upTo(parent)} {...look} />
  if (showsBack({ route, installed: isInstalledApp(), historyLength: historyLength(), canGoBack: canGoBack() }))
    return <RoundButton icon="chevron-left" label={t('ui.back')} onClick={goBack} {...look} />
  if (parent === undefined) return null
  const target = backTargetFrom(location.pathname, href(parent), previousPage())
  return <UpLink target={target} {...look} />
}

/** Does what the back link of a screen does, for a key. */
export const useWayBack = (route: RouteName): (() => void) => {
  const [, navigate] = useLocation()
  const { parent = 'index' } = SCREENS[route]
  return () => {
    const { path, inHistory } = backTargetFrom(location.pathname, href(parent), previousPage())
    if (inHistory) goBack()
    else navigate(path, { replace: true })
  }
}

const upTo = (parent: RouteName): BackTarget => ({ path: href(parent), inHistory: false })

const UpLink = ({ target, ...look }: { target: BackTarget } & Omit<Props, 'route'>) => (
  <RoundLink
    {...look}
    icon="chevron-left"
    label={labelOf(routeOf(target.path))}
    href={target.path}
    // The screen of a deep link makes room for its parent: else the parent's back link would lead down to it again.
    replace={!target.inHistory}
    onClick={(event) => {
      if (!target.inHistory) return
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
