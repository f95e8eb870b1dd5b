/** The menu of a profile: block and report [SAFE-8]. */
import { useState } from 'react'
import type { Profile } from '#contract/entities/profile.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { changeBlock } from '../blocked/change-block.ts'
import styles from './profile.module.css'

type Props = { profile: Profile; onReport: () => void }

export const ProfileMenu = ({ profile, onReport }: Props) => {
  const [asks, setAsks] = useState(false)
  const { name } = profile
  return (
    <>
      <Menu
        label={t('profile.menu', { name })}
        triggerClass={styles['menu']}
        trigger={<Icon name="more" />}
        items={[
          { label: t('profile.block', { name }), icon: 'ban', danger: true, onSelect: () => setAsks(true) },
          { label: t('profile.report', { name }), icon: 'flag', onSelect: onReport },
        ]}
      />
      {asks ? (
        <Dialog
          title={t('profile.blockTitle', { name })}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button
                kind="danger"
                icon="ban"
                onClick={() => {
                  setAsks(false)
                  void changeBlock(profile, true)
                }}
              >
                {t('profile.block', { name })}
              </Button>
              <Button kind="quiet" plain onClick={() => setAsks(false)}>
                {t('ui.cancel')}
              </Button>
            </>
          }
        >
          <p className="muted">{t('profile.blockText', { name })}</p>
        </Dialog>
      ) : null}
    </>
  )
}
