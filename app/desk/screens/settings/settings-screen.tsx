/** All settings of the site in groups, and beside them one setting with its values and its history [DESK-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { SETTING_GROUPS, type DeskSetting } from '#contract/desk/settings.ts'
import { classes } from '../../../ui/classes.ts'
import { TextField } from '../../../ui/field.tsx'
import { Head, Main } from '../../frame/head.tsx'
import { focusNeighbour, useKeys } from '../../keys.ts'
import { t, tCode } from '../../texts.ts'
import { Empty, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { SettingPanel } from './setting-panel.tsx'
import { shownValue } from './setting-value.ts'
import styles from './settings.module.css'

export const SettingsScreen = () => {
  useSignals()
  // The key is in the query, not in the path: a new path would remount the list and lose its scroll position.
  const wanted = new URLSearchParams(useSearch()).get('key')
  const read = useCall('settings.list', {}, ['settings'])
  const { data, reload } = read
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const settings = data?.settings ?? []
  const open = settings.find(({ key }) => key === wanted)
  const found = settings.filter((setting) => fits(setting, typed))
  const move = (step: number): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])]
    focusNeighbour(rows, step, (row) => row === document.activeElement || row.dataset['setting'] === open?.key)
  }
  useKeys([
    { keys: ['j', 'k'], text: 'key.nextPrevious', run: (key) => move(key === 'j' ? 1 : -1) },
    { keys: ['Enter'], text: 'key.open', run: () => move(1) },
    { keys: ['f'], text: 'key.filter', run: () => list.current?.querySelector('input')?.focus() },
  ])
  const changed = settings.filter(({ values }) => values.length > 0).length
  return (
    <>
      <Head
        title={t('settings.title')}
        note={data ? t('settings.changed', { count: changed }) : undefined}
        {...(open && { back: { href: '/settings', label: t('settings.title') } })}
      />
      <Main bare className={classes(styles['panes'], open && styles['isOpen'])}>
        <div className={styles['list']} ref={list}>
          <div className={styles['find']}>
            <TextField
              label={t('settings.find')}
              name="find"
              type="search"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
          <ReadState read={read} />
          {data && found.length === 0 ? (
            <Empty title={t('settings.none')} text={t('settings.noneText', { count: settings.length })} />
          ) : null}
          {SETTING_GROUPS.map((group) => {
            const own = found.filter((setting) => setting.group === group)
            return own.length === 0 ? null : (
              <section key={group} aria-label={tCode('settingGroup', group)}>
                <h2 className={styles['group']}>{tCode('settingGroup', group)}</h2>
                <ul>
                  {own.map((setting) => (
                    <li key={setting.key}>
                      <Row setting={setting} isOpen={setting.key === open?.key} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
          {data ? <p className={classes(styles['text'], 'muted')}>{t('settings.notListed')}</p> : null}
        </div>
        <div className={styles['panel']}>
          {open ? (
            <SettingPanel key={open.key} setting={open} onChanged={reload} />
          ) : (
            <Empty icon="sliders" title={t('settings.choose')} text={t('settings.chooseText')} />
          )}
        </div>
      </Main>
    </>
  )
}

const fits = ({ key, group }: DeskSetting, typed: string): boolean => {
  const text = `${key} ${tCode('setting', key)} ${tCode('settingGroup', group)}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const Row = ({ setting: { key, values, default: standard }, isOpen }: { setting: DeskSetting; isOpen: boolean }) => {
  useSignals()
  const all = values.find(({ domain }) => domain === '*')
  const own = values.length - (all ? 1 : 0)
  return (
    <Link
      href={`/settings?key=${key}`}
      className={classes(styles['row'], isOpen && styles['on'])}
      aria-current={isOpen ? 'true' : undefined}
      data-setting={key}
    >
      <span className={styles['about']}>
        {tCode('setting', key)}
        <br />
        <code className="muted">{key}</code>
      </span>
      <span className={styles['value']}>{shownValue(all ? all.value : standard, key)}</span>
      <span className={styles['tags']}>
        {all ? (
          <Tag tone="plum">{t('settings.isChanged')}</Tag>
        ) : (
          <span className="muted">{t('settings.isDefault')}</span>
        )}
        {own > 0 ? <Tag icon="globe">{t('settings.ownDomains', { count: own })}</Tag> : null}
      </span>
    </Link>
  )
}
