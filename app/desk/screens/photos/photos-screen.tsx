/** Photos that wait for a review, as a grid for the keyboard [DESK-5]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { PHOTO_REASONS, type PhotoReason } from '#contract/entities/photo.ts'
import type { DeskPhoto } from '#contract/desk/photos.ts'
import { call, failureText, photoUrl, type Answer, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { onHint } from '../../live.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog, ReasonDialog } from '../../ui/desk-dialog.tsx'
import { Empty, OneSeat } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { memberName } from '../queue/row-words.ts'
import { Aside, Tile } from './photo.tsx'
import {
  beginGrid,
  coveredByVerdict,
  decide,
  emptyGrid,
  lastDecided,
  leftIn,
  moveBy,
  turnBack,
  withTheirs,
  withoutVerdict,
  type Grid,
  type PhotoVerdict,
} from './grid.ts'
import styles from './photos.module.css'

const COLUMNS = 6
/** The number of columns that the browser has drawn, so that the up and down arrows move by one row. */
const columnsOf = (list: Element | null): number => {
  const drawn = list === null ? '' : getComputedStyle(list).gridTemplateColumns
  const columns = drawn.split(' ').filter((size) => size.endsWith('px')).length
  return columns === 0 ? COLUMNS : columns
}

type PhotoPage = { photos: readonly DeskPhoto[]; total: number }
/** The number of decisions since the screen was opened, and the time of the first one. */
type Progress = { count: number; since: number }

/**
 * The photos that wait, the verdicts of this grid, and the calls that review, undo and show them.
 * @param onVerdict runs when a verdict is given, before the server has it
 */
const usePhotoReview = (onVerdict: () => void) => {
  const [loaded, setLoaded] = useState<PhotoPage | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [grid, setGrid] = useState<Grid>(emptyGrid)
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const [run, setRun] = useState<Progress>({ count: 0, since: 0 })
  /** The last verdict of the grid before this one can be undone as well. */
  const [earlier, setEarlier] = useState<number | null>(null)
  /** The hint about an own verdict may come after its undo. */
  const decidedHere = useRef(new Set<number>())

  const showAnswer = useCallback((answer: Answer<'photos.list'>): void => {
    if (!answer.ok) return setFailure(answer.failure)
    setFailure(null)
    setLoaded(answer.data)
    setShown(new Set())
    setGrid(beginGrid(answer.data.photos.map(({ id }) => id)))
  }, [])
  const load = useCallback(
    ({ isBackground = false } = {}): Promise<void> => call('photos.list', {}, { isBackground }).then(showAnswer),
    [showAnswer],
  )
  useEffect(() => {
    void load()
  }, [load])
  // Hints reload only an empty grid: photos must not move while somebody works on them.
  const isEmpty = loaded !== null && loaded.photos.length === 0
  useEffect(
    () => (isEmpty ? onHint(['photos', 'queue'], () => void load({ isBackground: true })) : undefined),
    [isEmpty, load],
  )

  // Two colleagues may have the same photos in their grids. What one decides is marked for the other.
  useEffect(
    () =>
      onHint(
        grid.photos.map((id) => `photo:${id}`),
        (heard) => {
          const next = withTheirs(
            grid,
            grid.photos.filter((id) => heard.has(`photo:${id}`) && !decidedHere.current.has(id)),
          )
          setGrid(next)
          if (next !== grid && leftIn(next) === 0) void load({ isBackground: true })
        },
      ),
    [grid, load],
  )

  const photo = loaded?.photos.find(({ id }) => id === grid.current) ?? null

  /**
   * @param words the reason of the staff for `of`, from a dialog that says a failure itself
   * @returns why the photo was not decided here, or null
   */
  const review = async (verdict: PhotoVerdict, words = '', of = photo): Promise<Failure | null> => {
    if (of === null) return null
    const before = grid.verdicts.get(of.id)
    if (before === 'theirs' || !grid.photos.includes(of.id)) {
      const failure: Failure = { error: 'changed_meanwhile' }
      if (words === '') {
        showToast(failureText(failure))
        setGrid(turnBack(grid))
      }
      return failure
    }
    if (before) return null
    const next = decide({ ...grid, current: of.id }, verdict)
    decidedHere.current.add(of.id)
    setGrid(next)
    onVerdict()
    setRun(({ count, since }) => ({ count: count + 1, since: count === 0 ? now.peek() : since }))
    const params = { id: String(of.id) }
    const answer = verdict.approved
      ? await call('photos.approve', { params })
      : await call('photos.reject', { params, body: { reason: verdict.reason, note: words } })
    if (!answer.ok) {
      // If a colleague was faster, the photo keeps the verdict mark here, and the next grid omits it.
      const wasDecided = answer.failure.error === 'not_found' || answer.failure.error === 'changed_meanwhile'
      if (wasDecided || words === '') showToast(failureText(answer.failure))
      if (!wasDecided) {
        setGrid((before) => withoutVerdict(before, of.id))
        return answer.failure
      }
    }
    if (leftIn(next) > 0) return null
    if (answer.ok) setEarlier(of.id)
    await load()
    return null
  }
  const undo = async (): Promise<void> => {
    const inGrid = lastDecided(grid)
    const id = inGrid ?? earlier
    if (id === null) return
    if (inGrid === null) setEarlier(null)
    else setGrid((before) => withoutVerdict(before, inGrid))
    const answer = await call('photos.undo', { params: { id: String(id) } })
    if (!answer.ok) {
      showToast(failureText(answer.failure))
      // The verdict still counts, so the next U takes back the same one.
      const verdict = grid.verdicts.get(id)
      if (inGrid === null) setEarlier(id)
      else if (verdict && verdict !== 'theirs') setGrid((before) => decide({ ...before, current: id }, verdict))
    } else if (!answer.data.undone) {
      showToast(t('photos.notUndone'))
      if (inGrid !== null) await load()
    } else if (inGrid === null) await load()
  }
  const reveal = async (): Promise<void> => {
    if (photo === null || !photo.covered || shown.has(photo.id)) return
    const answer = await call('photos.show', { params: { id: String(photo.id) } })
    if (answer.ok) setShown((before) => new Set([...before, photo.id]))
    else showToast(failureText(answer.failure))
  }
  return { loaded, failure, grid, setGrid, shown, run, earlier, isEmpty, photo, load, review, undo, reveal }
}

type PhotoReview = ReturnType<typeof usePhotoReview>

type KeyActs = Pick<PhotoReview, 'setGrid' | 'review' | 'undo' | 'reveal'> & {
  isRejecting: boolean
  setRejecting: (isRejecting: boolean) => void
  reject: (reason: PhotoReason) => void
  enlarge: () => void
}

/** The keys of the grid. A digit is a reason only while a photo is being rejected. */
const useGridKeys = (
  list: RefObject<Element | null>,
  { setGrid, review, undo, reveal, isRejecting, setRejecting, reject, enlarge }: KeyActs,
): void => {
  useKeys([
    {
      keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
      text: 'key.move',
      run: (key) => {
        const rows = columnsOf(list.current)
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rows, ArrowDown: rows }[key] ?? 0
        setGrid((before) => moveBy(before, step))
      },
    },
    { keys: ['a'], text: 'key.approve', run: () => void review({ approved: true }) },
    { keys: ['x'], text: 'key.reject', run: () => setRejecting(true) },
    {
      keys: PHOTO_REASONS.map((_, index) => String(index + 1)),
      isRange: true,
      isQuiet: !isRejecting,
      text: 'key.reason',
      run: (key) => {
        const reason = PHOTO_REASONS[Number(key) - 1]
        if (isRejecting && reason) reject(reason)
      },
    },
    { keys: ['u'], text: 'key.undo', run: () => void undo() },
    { keys: ['v'], text: 'key.show', run: () => void reveal() },
    { keys: ['z'], text: 'key.larger', run: enlarge },
    { keys: ['Escape'], text: 'key.back', isQuiet: true, run: () => setRejecting(false) },
  ])
}

export const PhotosScreen = () => {
  useSignals()
  const [isRejecting, setRejecting] = useState(false)
  const [isLarge, setLarge] = useState(false)
  /** The photo whose reason somebody writes. The grid moves on while it is sent. */
  const [writing, setWriting] = useState<DeskPhoto | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { loaded, failure, grid, setGrid, shown, run, earlier, isEmpty, photo, load, review, undo, reveal } =
    usePhotoReview(() => setRejecting(false))
  const isShown = photo !== null && (!photo.covered || shown.has(photo.id))
  /** *Other* says nothing to the member, so it needs words [DESK-8]. */
  const reject = (reason: PhotoReason): void =>
    reason === 'other' ? setWriting(photo) : void review({ approved: false, reason })
  const enlarge = (): void => setLarge(photo !== null)
  useGridKeys(list, { setGrid, review, undo, reveal, isRejecting, setRejecting, reject, enlarge })

  return (
    <>
      <Head title={t('photos.title')} note={loaded === null ? undefined : progressText(loaded, grid, run)} />
      <Main bare className={styles['split']}>
        <p className="vh" role="status">
          {photo ? spokenWords(photo, grid) : null}
        </p>
        <section className={styles['pane']} aria-label={t('photos.title')}>
          {loaded && failure ? (
            <p role="status">{failureText(failure)}</p>
          ) : (
            <ReadState read={{ data: loaded, failure, reload: () => void load() }} />
          )}
          {isEmpty ? <NoPhotos onUndo={earlier === null ? null : () => void undo()} /> : null}
          <ol className={styles['grid']} ref={list}>
            {loaded?.photos.map((one) => (
              <Tile
                key={one.id}
                photo={one}
                verdict={grid.verdicts.get(one.id) ?? null}
                isCurrent={one.id === grid.current}
                isShown={!one.covered || shown.has(one.id)}
                onSelect={() => setGrid((before) => ({ ...before, current: one.id }))}
              />
            ))}
          </ol>
        </section>
        {photo ? (
          <Aside
            photo={photo}
            verdict={grid.verdicts.get(photo.id) ?? null}
            coveredSince={coveredByVerdict(grid, loaded?.photos ?? [])}
            isShown={isShown}
            isRejecting={isRejecting}
            hasUndo={lastDecided(grid) !== null || earlier !== null}
            onShow={() => void reveal()}
            onApprove={() => void review({ approved: true })}
            onRejecting={() => setRejecting(true)}
            onReject={reject}
            onUndo={() => void undo()}
          />
        ) : loaded === null && failure === null ? (
          <aside className={styles['aside']} />
        ) : null}
      </Main>
      {writing ? (
        <OtherReasonDialog
          photo={writing}
          onWords={async (words) => {
            const failure = await review({ approved: false, reason: 'other' }, words, writing)
            if (failure === null) setWriting(null)
            return failure
          }}
          onClose={() => setWriting(null)}
        />
      ) : null}
      {isLarge && photo ? <Larger photo={photo} isShown={isShown} onClose={() => setLarge(false)} /> : null}
    </>
  )
}

/** @param onUndo undoes the last verdict of the grid before this one; null if there is none */
const NoPhotos = ({ onUndo }: { onUndo: (() => void) | null }) => (
  <Empty
    title={t('photos.none')}
    text={t('photos.noneText')}
    action={
      onUndo === null ? undefined : (
        <DeskButton kind="second" icon="undo" keys="u" onClick={onUndo}>
          {t('photos.undo')}
        </DeskButton>
      )
    }
  >
    <OneSeat />
  </Empty>
)

type OtherReasonProps = {
  photo: DeskPhoto
  onWords: (words: string) => Promise<Failure | null>
  onClose: () => void
}

/** A reason in words of the staff, which the member reads [DESK-8]. */
const OtherReasonDialog = ({ photo: { id, owner }, onWords, onClose }: OtherReasonProps) => (
  <ReasonDialog
    title={t('photos.otherReason', { name: memberName(owner) })}
    about={id}
    note={t('photos.hears')}
    hint={t('photos.otherHint', {
      language: owner.language === '' ? '' : t('case.readsLanguage', { language: languageWord(owner.language) }),
    }).trim()}
    submit={t('photos.reject')}
    isDanger
    send={async (words) => (words === '' ? { error: 'invalid_input', fields: { reason: 'required' } } : onWords(words))}
    onClose={onClose}
  />
)

const progressText = (loaded: PhotoPage, grid: Grid, { count, since }: Progress): string => {
  const total = loaded.total - grid.verdicts.size
  if (count === 0) return t('photos.left', { count: leftIn(grid), total })
  return t('photos.progress', { count, seconds: Math.max(1, Math.round((now.value - since) / 1_000)), left: total })
}

/** The last verdict and the photo that the keys decide now: a key moves no focus, so a screen reader would say neither. */
const spokenWords = ({ owner }: DeskPhoto, grid: Grid): string => {
  const verdict = grid.verdicts.get(lastDecided(grid) ?? 0)
  if (!verdict || verdict === 'theirs') return memberName(owner)
  const word = verdict.approved ? t('photos.approved') : tCode('photoReason', verdict.reason)
  return `${word}. ${memberName(owner)}`
}

const Larger = ({ photo, isShown, onClose }: { photo: DeskPhoto; isShown: boolean; onClose: () => void }) => (
  <DeskDialog
    title={memberName(photo.owner)}
    onClose={onClose}
    keys={[{ keys: ['z'], text: 'key.larger', run: onClose }]}
  >
    {isShown ? (
      <img className={styles['large']} src={photoUrl(photo.id, 'full')} alt="" />
    ) : (
      <p>{t('photos.covered')}</p>
    )}
  </DeskDialog>
)
