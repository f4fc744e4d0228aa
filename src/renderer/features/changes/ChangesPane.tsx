import { type ReactNode, useMemo, useState } from 'react'
import type { ChangedFile, ChangeHunk, ChangeList, ChangeScope } from '#shared/changes/changes.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { changeRows, hunkKey } from './change-rows.ts'
import { DiffList } from './DiffList.tsx'
import type { FileAct } from './FileHead.tsx'
import type { HunkAct } from './HunkHead.tsx'
import { offersOf } from './offers.ts'
import { ResolveDialog } from './ResolveDialog.tsx'
import type { ShownHunk } from './review/OriginBlock.tsx'
import type { ReviewDraft } from './review/use-review.ts'
import type { Acts } from './use-acts.ts'
import type { Diffs } from './use-changes.ts'
import { useLineChoice } from './use-line-choice.ts'

type ChangesPaneProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly scope: ChangeScope
  readonly list: ChangeList
  readonly diffs: Diffs
  readonly acts: Acts
  readonly review: ReviewDraft
  /** A row to bring into view. A new object each time. */
  readonly show: { readonly key: string } | null
  readonly hideWhitespace: boolean
  /** Called with the hunk under the cursor. */
  readonly onShown: (shown: ShownHunk) => void
  readonly onHideWhitespace: (hide: boolean) => void
  /** Stands at the end of the bar. */
  readonly extra: ReactNode
}

/** The changes themselves, with the acts on each file and hunk. */
export function ChangesPane(props: ChangesPaneProps) {
  const { scope, list, diffs, acts, review, show, hideWhitespace } = props
  const t = useText()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => changeRows(list.files, diffs.of, closed, opened), [list, diffs, closed, opened])
  const { canAct } = list
  const offers = useMemo(() => offersOf({ scope, canAct, hideWhitespace }), [scope, canAct, hideWhitespace])
  const lines = useLineChoice()
  const [split, setSplit] = useState(false)
  const moveCursor = (key: string) => {
    setCursor(key)
    const row = rows.find((each) => each.key === key)
    if (row?.kind === 'hunk') props.onShown(row)
  }
  const toggleHunk = (key: string) => setOpened((old) => toggled(old, key))
  const toggle = ({ path }: ChangedFile) => setClosed((old) => toggled(old, path))
  const onHunk = (file: ChangedFile, hunk: ChangeHunk, act: HunkAct) => {
    if (act === 'comment') return review.write({ hunk: hunkKey(file.path, hunk.id), id: null })
    if (act === 'undo') return acts.undecide(hunk.review.decisions)
    const chosen = [...lines.of(hunkKey(file.path, hunk.id))]
    lines.clear()
    acts[act]([{ path: file.path, hunks: [hunk.id], ...(chosen.length === 0 ? {} : { lines: chosen }) }])
  }
  const [resolving, setResolving] = useState<string | null>(null)
  const onFile = ({ path }: ChangedFile, act: FileAct) =>
    act === 'resolve' ? setResolving(path) : acts[act]([{ path }])
  const all = scope === 'staged' ? 'unstage' : 'stage'
  const acceptable = useMemo(
    () => list.files.filter((file) => offers.file(file).includes('accept')),
    [list, offers],
  )
  const isStaging = scope === 'uncommitted' || scope === 'unstaged' || scope === 'staged'
  return (
    <section aria-label={t('changes.list')} data-pane className="pane flex h-full min-h-0 flex-col bg-canvas">
      <div className="flex min-h-(--h-bar) flex-wrap items-center gap-3 border-line border-b px-4">
        <Segmented
          label={t('changes.view')}
          value={split ? 'split' : 'unified'}
          options={[
            { value: 'unified', label: t('changes.view.unified') },
            { value: 'split', label: t('changes.view.split') },
          ]}
          onChange={(view) => setSplit(view === 'split')}
        />
        <Checkbox
          label={t('changes.hideWhitespace')}
          checked={hideWhitespace}
          onChange={props.onHideWhitespace}
        />
        <span className="grow" />
        {acceptable.length === 0 ? null : (
          <Button size="small" onClick={() => acts.accept(acceptable.map(({ path }) => ({ path })))}>
            {t('changes.all.accept', { count: acceptable.length })}
          </Button>
        )}
        {list.files.length === 0 || !isStaging ? null : (
          <Button
            size="small"
            disabled={!list.canAct}
            onClick={() => acts[all](list.files.map(({ path }) => ({ path })))}
          >
            {t(`changes.all.${all}`, { count: list.files.length })}
          </Button>
        )}
        {props.extra}
      </div>
      {resolving === null ? null : (
        <ResolveDialog {...props} path={resolving} onClose={() => setResolving(null)} />
      )}
      {list.files.length === 0 ? (
        <Nothing scope={scope} base={list.base} />
      ) : (
        <DiffList
          rows={rows}
          cursor={cursor}
          show={show}
          comments={review.comments}
          writing={review.writing}
          onCursor={moveCursor}
          onSight={diffs.want}
          reviewed={review.reviewed}
          offers={offers}
          onFile={onFile}
          onHunk={onHunk}
          onToggle={toggle}
          onToggleHunk={toggleHunk}
          lines={lines}
          split={split}
          onReviewed={(file, is) => {
            review.setReviewed(file, is)
            if (is !== closed.has(file.path)) toggle(file)
          }}
          onComment={(text) => review.save(text, list.files)}
          onWrite={review.write}
          onDelete={review.remove}
        />
      )}
    </section>
  )
}

function Nothing({ scope, base }: { readonly scope: ChangeScope; readonly base: string | null }) {
  const t = useText()
  const noBase = scope === 'branch' && base === null
  return (
    <EmptyState icon="check" title={t(noBase ? 'changes.noBase' : `changes.empty.${scope}`)}>
      {t(noBase ? 'changes.noBaseWhy' : 'changes.emptyWhy')}
    </EmptyState>
  )
}

/** Returns the set with the key added, or without it where it was there. */
function toggled(old: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return old.has(key) ? new Set([...old].filter((each) => each !== key)) : new Set([...old, key])
}
