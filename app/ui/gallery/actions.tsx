/** Gallery of buttons, menus, rows and chips. */
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { Button, LinkButton, RoundButton, RoundLink } from '../button.tsx'
import { Chip, ChipButton, ChipRadio } from '../chip.tsx'
import { Menu } from '../menu.tsx'
import { MoreButton, MoreRows } from '../more-button.tsx'
import { RowButton, RowDetails, RowLink, Rows } from '../rows.tsx'
import { Shelf } from './shelf.tsx'

const nothing = (): void => {}

export const Actions = () => (
  <>
    <Shelf name="Buttons" row>
      <Button>{t('index.signup')}</Button>
      <Button icon="heart">{t('index.signup')}</Button>
      <Button disabled>{t('index.signup')}</Button>
      <Button kind="second">{t('shell.login')}</Button>
      <Button kind="quiet">{t('index.lookAround')}</Button>
      <Button kind="quiet" plain>
        {t('index.lookAround')}
      </Button>
      <Button kind="danger" icon="trash">
        {t('logout.anyway')}
      </Button>
      <Button small>{t('ui.tryAgain')}</Button>
      <LinkButton kind="second" small href={href('login')}>
        {t('shell.login')}
      </LinkButton>
      <Button full>{t('shell.getPremium')}</Button>
    </Shelf>
    <Shelf name="The end of a list">
      <MoreButton loading={false} failed={null} more={nothing} />
      <MoreButton loading failed={null} more={nothing} />
      <MoreButton loading={false} failed={{ error: 'network_unavailable' }} more={nothing} />
      <MoreRows steps={{ more: nothing, loading: false, failed: null }} />
    </Shelf>
    <Shelf name="Round buttons" row>
      <RoundButton icon="x" label={t('ui.close')} />
      <RoundButton icon="heart" label={t('shell.likes')} on="lift" />
      <RoundButton icon="heart" label={t('shell.likes')} on="lift" coral filled />
      <RoundButton icon="heart" label={t('shell.likes')} on="fill" size="big" />
      <RoundButton icon="x" label={t('ui.close')} on="line" size="mid" />
      <RoundLink icon="chevron-left" label={t('ui.back')} on="lift" href={href('members')} />
    </Shelf>
    <Shelf name="Chips" row>
      <Chip>{t('shell.search')}</Chip>
      <Chip on icon="check">
        {t('shell.likes')}
      </Chip>
      <ChipButton icon="sliders">{t('members.filter')}</ChipButton>
      <ChipButton on endIcon="x">
        {t('members.filter')}
      </ChipButton>
      <ChipRadio name="gallery-chip" label={t('members.distanceCity')} checked onChange={nothing} />
      <ChipRadio name="gallery-chip" label={t('members.byPlace')} checked={false} onChange={nothing} />
    </Shelf>
    <Shelf name="Menu" row>
      <Menu
        label={t('shell.account', { name: 'Friederike' })}
        trigger={t('shell.settings')}
        items={[
          { label: t('shell.myProfile'), icon: 'user', href: href('profile') },
          { label: 'Deutsch', lang: 'de', checked: true, onSelect: nothing },
          { label: t('shell.logout'), icon: 'log-out', danger: true, onSelect: nothing },
        ]}
      />
    </Shelf>
    <Shelf name="Rows">
      <Rows>
        <RowLink icon="coins" href={href('transactions')} label={t('credits.transactions')} />
        <RowButton icon="user" label={t('shell.myProfile')} hint={t('credits.transactionsHint')} onClick={nothing} />
        <RowButton icon="trash" label={t('shell.logout')} danger onClick={nothing} />
        <RowDetails icon="info" label={t('footer.more')}>
          <p>{t('shell.failedText')}</p>
        </RowDetails>
      </Rows>
    </Shelf>
  </>
)
