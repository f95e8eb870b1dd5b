/** One case: a member with all waiting items about them, or visitors' letters that share one text [DESK-6] to [DESK-9]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ComponentProps } from 'react'
import { lettersOf, memberOf } from '#contract/desk/subject.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import type { ScreenProps } from '../../screens.ts'
import { t } from '../../texts.ts'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { LettersCase } from './letters-case.tsx'
import { MemberCase } from './member-case.tsx'
import { backToQueue, useQueueKey } from './queue-link.ts'

export const CaseScreen = ({ params }: ScreenProps) => {
  const subject = params['subject'] ?? ''
  const member = memberOf(subject)
  const group = lettersOf(subject)
  if (member !== null) return <MemberCaseLoader key={subject} member={member} />
  if (group !== null) return <LettersCase key={subject} group={group} />
  return <NoCase read={NOT_THERE} />
}

const TOPICS = ['queue', 'claim']

const MemberCaseLoader = ({ member }: { member: number }) => {
  useSignals()
  const { data, failure, reload } = useCall('case.get', { params: { member: String(member) } }, TOPICS)
  return data ? (
    <MemberCase data={data} failure={failure} reload={reload} />
  ) : (
    <NoCase read={{ data, failure, reload }} />
  )
}

/** An address that names no case. */
const NOT_THERE = { data: null, failure: { error: 'not_found' }, reload: () => undefined } as const

const NoCase = ({ read }: Pick<ComponentProps<typeof ReadState>, 'read'>) => {
  useSignals()
  useKeys([useQueueKey()])
  return (
    <>
      <Head title={t('case.title')} back={backToQueue()} />
      <Main>
        <ReadState read={read} missing={{ title: t('case.notThere'), text: t('error.not_found') }} />
      </Main>
    </>
  )
}
