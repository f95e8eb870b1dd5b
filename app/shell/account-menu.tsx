import type { User } from '#contract/entities/user.ts'
import { isInstalledApp } from '../ports/installation.ts'
import { t } from '../state/i18n.ts'
import { askInstall } from '../state/open-dialogs.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { Avatar } from '../ui/photo.tsx'
import { classes } from '../ui/classes.ts'
import { askLogout } from './logout.ts'
import { href } from './routes.ts'
import styles from './shell.module.css'

/** My profile, Settings and Logout under the thumbnail [SHELL-10]; on a phone all three are on the Me screen. */
export const AccountMenu = ({ me }: { me: User }) => (
  <Menu
    label={t('shell.account', { name: me.profile.name })}
    triggerClass={classes(styles['account'], styles['desktop'])}
    trigger={
      <>
        <Avatar image={me.profile.main_image} name={me.profile.name} size={40} />
        <Icon name="chevron-down" size={18} />
      </>
    }
    items={[
      { label: t('shell.myProfile'), icon: 'user', href: href('profile') },
      { label: t('shell.settings'), icon: 'settings', href: href('notifications') },
      ...(isInstalledApp() ? [] : [{ label: t('shell.installApp'), icon: 'download', onSelect: askInstall } as const]),
      { label: t('shell.logout'), icon: 'log-out', onSelect: askLogout },
    ]}
  />
)
