/** Each place that names a profile marks a fictional one, and nobody else [SAFE-7]. */
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { expect, test } from 'vitest'
import { t } from '../state/i18n.ts'
import { aCard, aProfile } from '../testing/factories.ts'
import { ProfileCard } from '../ui/profile-card.tsx'
import { ConversationHeader } from './chats/conversation-header.tsx'
import { ChatRowItem } from './chats/list/chat-row.tsx'
import { Icebreaker } from './chats/thread/empty-thread.tsx'
import { GiftPicker } from './gifts/gift-picker.tsx'
import { MatchDialog } from './likes/match-dialog.tsx'
import { BlockedProfile } from './profile/blocked-profile.tsx'
import { ProfileSheet } from './profile/profile-sheet.tsx'
import { CardDetails } from './swipe-game/card-details.tsx'
import { setUpTexts } from '../testing/texts.ts'

setUpTexts()

const nothing = (): void => {}
const row = { conversation: '1-7', unread: 0, blocked: false, line: { kind: 'none' }, upTo: null, at: null } as const
const chat = { conversation: '1-7', closed: null, now: 0, onDelete: null }
const acts = { onBlock: nothing, onUnblock: nothing, onReport: nothing, onShareDate: nothing }
const gift = { name: 'Martina', credits: 5, onSend: nothing, onClose: nothing }

const shown = (place: ReactElement): string =>
  renderToStaticMarkup(<Router ssrPath="/members/7">{place}</Router>).replaceAll('&#x27;', "'")

const head = (fictional: boolean) => <ConversationHeader {...chat} {...acts} profile={aCard({ fictional })} />

const MARKED: [string, (fictional: boolean) => ReactElement][] = [
  ['a card', (fictional) => <ProfileCard profile={aCard({ fictional })} href="/members/7" />],
  [
    'a profile',
    (fictional) => <ProfileSheet profile={aProfile({ fictional })} me={null} thumbs={null} actions={null} />,
  ],
  ['a blocked profile', (fictional) => <BlockedProfile profile={aProfile({ fictional })} route="members-id" />],
  [
    'a row of the chat list',
    (fictional) => <ChatRowItem row={{ ...row, profile: aCard({ fictional }) }} now={0} selected={false} />,
  ],
  ['the head of a chat', head],
  [
    'a match',
    (fictional) => <MatchDialog profile={aCard({ fictional })} kind="match" onClose={nothing} onChoose={nothing} />,
  ],
]

test.each(MARKED)('[SAFE-7] %s', (_, place) => {
  const mark = `${t('ui.fictional')}</span>`
  expect(shown(place(true))).toContain(mark)
  expect(shown(place(false))).not.toContain(mark)
})

test('[SAFE-7] [CHAT-11] the details of a swipe card warn of a fictional profile, and of nobody else', () => {
  const sheet = { place: '', shared: [], wantsSame: false, isOpen: true, onClose: nothing }
  const details = (fictional: boolean) => shown(<CardDetails {...sheet} profile={aProfile({ fictional })} />)
  const warning = t('profile.fictionalText')
  expect([details(true).includes(warning), details(false).includes(warning)]).toEqual([true, false])
})

test('[PROF-2] [CHAT-11] a profile and the choice of a gift warn that no meeting is possible, before a credit is spent', () => {
  const profile = (fictional: boolean) =>
    shown(<ProfileSheet profile={aProfile({ fictional })} me={null} thumbs={null} actions="actions" />)
  expect(profile(true)).toContain(t('profile.fictionalText'))
  expect(profile(true).indexOf(t('profile.fictionalText'))).toBeLessThan(profile(true).indexOf('actions'))
  expect(profile(false)).not.toContain(t('profile.fictionalText'))
  expect(shown(<GiftPicker {...gift} fictional />)).toContain(t('gift.fictional'))
  expect(shown(<GiftPicker {...gift} fictional={false} />)).not.toContain(t('gift.fictional'))
})

test('[LIKE-9] [CHAT-11] no icebreaker asks a fictional profile about places, as before a meeting', () => {
  const choose = { onChoose: nothing, onClose: nothing }
  const ofPerson = shown(<Icebreaker {...choose} fictional={false} />)
  const ofFiction = shown(<Icebreaker {...choose} fictional />)
  expect(ofPerson).toContain(t('icebreaker.6'))
  expect(ofFiction).not.toContain(t('icebreaker.6'))
  expect(ofFiction).toContain(t('icebreaker.1'))
})

test('[SAFE-13] [CHAT-11] the menu of a chat shares a date with a person, and with no fictional profile', () => {
  expect(shown(head(false))).toContain(t('date.menu'))
  expect(shown(head(true))).not.toContain(t('date.menu'))
})

test('[SITE-7] the menu of each chat leads to the page about safety', () => {
  for (const fictional of [false, true]) expect(shown(head(fictional))).toContain('href="/pages/safety"')
})

test('[SAFE-8] the menu of a chat offers to report and to block, also where nothing can be written, and to unblock', () => {
  for (const closed of [null, 'blocked', 'recipient_unconfirmed'] as const) {
    const menu = shown(<ConversationHeader {...chat} {...acts} closed={closed} profile={aCard()} />)
    for (const label of ['chat.report', 'chat.block'] as const) expect(menu).toContain(t(label, { name: 'Martina' }))
  }
  const blocking = shown(<ConversationHeader {...chat} {...acts} closed="blocking" profile={aCard()} />)
  for (const label of ['chat.report', 'chat.unblock'] as const)
    expect(blocking).toContain(t(label, { name: 'Martina' }))
})
