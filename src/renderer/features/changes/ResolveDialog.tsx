import { useEffect, useRef, useState } from 'react'
import { baseOf, type Conflict, conflictsIn, type MarkedConflict } from '#shared/changes/conflict.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import type { Acts } from './use-acts.ts'
import { useResult } from './use-result.ts'

type ResolveDialogProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly path: string
  readonly acts: Pick<Acts, 'resolve'>
  readonly onClose: () => void
}

/** Resolves the conflicts of one file: both sides, their common ancestor, and the result to edit. */
export function ResolveDialog(props: ResolveDialogProps) {
  const { placeId, path, onClose } = props
  const t = useText()
  const found = useQuery('changes.conflict', { placeId, path })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('changes.resolve.title', { path })}
      hint={t('changes.resolve.hint')}
      className="-translate-x-1/2 top-16 left-1/2 h-[calc(100vh-96px)] w-[min(1200px,calc(100vw-48px))]"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 px-5 pb-4">
        {found.problem === null ? null : <Failure message={found.problem} onRetry={found.reload} />}
        {found.data === null ? (
          found.problem === null ? (
            <Placeholder rows={8} />
          ) : null
        ) : (
          <Resolver {...props} key={found.data.seen} conflict={found.data} />
        )}
      </div>
    </Dialog>
  )
}

type ResolverProps = ResolveDialogProps & { readonly conflict: Conflict }

function Resolver({ api, placeId, path, acts, onClose, conflict }: ResolverProps) {
  const t = useText()
  const { text, setText, flush, reset, forget } = useResult({ api, placeId, conflict })
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const marked = conflictsIn(text)
  const here = marked[Math.min(at, marked.length - 1)] ?? null
  const finish = (result: Parameters<Acts['resolve']>[0]['result']) => {
    setProblem(null)
    flush()
    acts.resolve({ path, result, seen: conflict.seen }).then(
      () => {
        forget()
        onClose()
      },
      (error: unknown) => setProblem(problemOf(error).message),
    )
  }
  const take = ({ from, to }: MarkedConflict, lines: string) =>
    setText(text.slice(0, from) + lines + text.slice(to))
  const step = (by: 1 | -1) => setAt((Math.min(at, marked.length - 1) + by + marked.length) % marked.length)
  return (
    <>
      {problem === null ? null : <Failure message={problem} />}
      {conflict.isText ? null : <Banner>{t('changes.resolve.noText')}</Banner>}
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="font-medium text-sm">
          {here === null
            ? t('changes.resolve.noneLeft')
            : t('changes.resolve.at', {
                at: String(marked.indexOf(here) + 1),
                count: marked.length,
              })}
        </span>
        {here === null ? null : (
          <>
            <IconButton
              icon="left"
              size="small"
              label={t('changes.resolve.previous')}
              onClick={() => step(-1)}
            />
            <IconButton icon="right" size="small" label={t('changes.resolve.next')} onClick={() => step(1)} />
            <Button size="small" onClick={() => take(here, here.ours)}>
              {t('changes.resolve.acceptOurs')}
            </Button>
            <Button size="small" onClick={() => take(here, here.theirs)}>
              {t('changes.resolve.acceptTheirs')}
            </Button>
            <Button size="small" onClick={() => take(here, here.ours + here.theirs)}>
              {t('changes.resolve.acceptBoth')}
            </Button>
          </>
        )}
        <span className="grow" />
        <Button size="small" look="ghost" onClick={() => finish({ kind: 'side', side: 'ours' })}>
          {t('changes.resolve.wholeOurs')}
        </Button>
        <Button size="small" look="ghost" onClick={() => finish({ kind: 'side', side: 'theirs' })}>
          {t('changes.resolve.wholeTheirs')}
        </Button>
      </div>
      {conflict.isText ? (
        <>
          <Sides conflict={conflict} here={here} />
          <Result text={text} here={here} onText={setText} />
          <div className="flex items-center gap-2">
            <Button look="ghost" onClick={reset}>
              {t('changes.resolve.reset')}
            </Button>
            <span className="grow" />
            <Button
              look="primary"
              disabled={marked.length > 0}
              onClick={() => finish({ kind: 'text', text })}
            >
              {t('changes.resolve.done')}
            </Button>
          </div>
        </>
      ) : null}
    </>
  )
}

type SidesProps = { readonly conflict: Conflict; readonly here: MarkedConflict | null }

/** The conflict in view in three versions; without one, the whole files. */
function Sides({ conflict, here }: SidesProps) {
  const t = useText()
  const none = t('changes.resolve.none')
  const texts =
    here === null
      ? { ours: conflict.ours ?? none, base: conflict.base ?? none, theirs: conflict.theirs ?? none }
      : {
          ours: here.ours,
          base: baseOf(here, conflict.places) ?? t('changes.resolve.baseUnknown'),
          theirs: here.theirs,
        }
  return (
    <div className="grid min-h-24 flex-1 grid-cols-3 gap-3">
      {(['ours', 'base', 'theirs'] as const).map((side) => (
        <section
          key={side}
          aria-label={t(`changes.resolve.${side}`)}
          className="flex min-h-0 min-w-0 flex-col rounded-md bg-sunken inset-ring inset-ring-line"
        >
          <h3 className="border-line border-b px-3 py-1 font-semibold text-fg-2 text-xs">
            {t(`changes.resolve.${side}`)}
          </h3>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
            tabIndex={0}
            className="plain-code min-h-0 flex-1 overflow-auto whitespace-pre-wrap px-3 py-1 text-sm/(--code-line)"
          >
            <ForeignText text={texts[side]} lines />
          </pre>
        </section>
      ))}
    </div>
  )
}

type ResultProps = {
  readonly text: string
  readonly here: MarkedConflict | null
  readonly onText: (text: string) => void
}

/** The result. It scrolls to the conflict in view. */
function Result({ text, here, onText }: ResultProps) {
  const t = useText()
  const box = useRef<HTMLTextAreaElement>(null)
  const from = here?.from ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing does not scroll
  useEffect(() => {
    const area = box.current
    if (area === null || from === null) return
    const line = text.slice(0, from).split('\n').length - 1
    area.scrollTop = Math.max(0, (line - 2) * Number.parseFloat(getComputedStyle(area).lineHeight))
  }, [from])
  return (
    <label className="flex min-h-32 flex-[2] flex-col gap-1 font-semibold text-fg-2 text-xs">
      {t('changes.resolve.result')}
      <textarea
        ref={box}
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="plain-code min-h-0 w-full flex-1 resize-none rounded-md bg-sunken px-3 py-1 font-normal text-fg text-sm/(--code-line) inset-ring inset-ring-line-control"
      />
    </label>
  )
}
