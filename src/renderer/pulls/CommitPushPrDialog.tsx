import { useEffect, useRef } from 'react'
import type { ChangeList } from '#shared/changes/changes.ts'
import type { PullState } from '#shared/changes/pulls.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { useBoth, useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field, FieldError } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Failure } from '../ui/panes/Failure.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { stepsOf } from './ship-steps.ts'
import { type Shipping, useShip } from './use-ship.ts'

type ShipDialogProps = {
  readonly api: Data
  readonly projectId: ProjectId
  readonly placeId: ChangePlaceId
  readonly onClose: () => void
}

/** Commits what is staged, pushes the branch and creates its pull request, after one look at the text. */
export function ShipDialog({ api, projectId, placeId, onClose }: ShipDialogProps) {
  const t = useText()
  const list = useQuery('changes.list', { placeId, scope: 'staged' }, { keep: true })
  const pull = useQuery('pulls.get', { placeId }, { keep: true })
  const { data, problem, reload } = useBoth(list, pull)
  return (
    <Dialog
      open
      title={t('pulls.ship.title')}
      {...(pull.data === null
        ? {}
        : { hint: t('pulls.hint', { repository: pull.data.repository, branch: pull.data.branch }) })}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-160"
    >
      <div className="grid min-h-40 content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : <Failure message={problem} onRetry={reload} />}
        {data === null && problem === null ? <Placeholder rows={6} /> : null}
        {data === null ? null : (
          <ShipForm
            api={api}
            projectId={projectId}
            placeId={placeId}
            list={data[0]}
            state={data[1]}
            onChanged={reload}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

type ShipFormProps = ShipDialogProps & {
  readonly list: ChangeList
  readonly state: PullState
  readonly onChanged: () => void
}

function ShipForm(props: ShipFormProps) {
  const { list, state, onClose } = props
  const t = useText()
  const ship = useShip(props)
  const steps = stepsOf(list, state)
  const isCreating = steps.includes('create')
  useDraftOnce(ship, list.canAct && list.staged > 0)
  const isReady =
    steps.length > 0 &&
    list.canAct &&
    ship.busy === null &&
    (ship.text.trim() !== '' || !(steps.includes('commit') || isCreating)) &&
    (ship.branch.trim() !== '' || !steps.includes('branch'))
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) ship.send(steps)
      }}
    >
      <p className="text-fg-2 text-sm">{t('pulls.ship.staged', { count: list.staged })}</p>
      {list.canAct ? null : <p className="text-fg-2 text-sm">{t('changes.untrusted')}</p>}
      {steps.includes('branch') ? (
        <Field label={t('pulls.ship.branch')} hint={t('pulls.ship.branchHint', { base: state.base })}>
          {(ids) => <TextInput {...ids} mono autoFocus value={ship.branch} onText={ship.setBranch} />}
        </Field>
      ) : null}
      {steps.includes('commit') || isCreating ? (
        <Field label={t('pulls.ship.text')} hint={t('pulls.ship.textHint')}>
          {(ids) => <TextArea {...ids} rows={7} value={ship.text} onText={ship.setText} />}
        </Field>
      ) : null}
      <OpenPull pull={state.pull} />
      <Progress ship={ship} />
      <footer className="flex flex-wrap items-center justify-end gap-2">
        {isCreating ? (
          <span className="mr-auto">
            <Checkbox label={t('pulls.asDraft')} checked={ship.isDraft} onChange={ship.setIsDraft} />
          </span>
        ) : null}
        {steps.includes('commit') || isCreating ? (
          <Button
            icon={ship.busy === 'draft' ? 'stop' : 'bulb'}
            disabled={!list.canAct || (ship.busy !== null && ship.busy !== 'draft')}
            onClick={() => ship.draft(list.staged > 0)}
          >
            {t(ship.busy === 'draft' ? 'changes.stopDraft' : 'changes.draft')}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t(steps.length === 0 ? 'ui.close' : 'changes.cancel')}</Button>
        {steps.length === 0 ? null : (
          <Button type="submit" look="primary" disabled={!isReady}>
            {t(labelOf(steps))}
          </Button>
        )}
      </footer>
    </form>
  )
}

function labelOf(steps: ReturnType<typeof stepsOf>) {
  const isCommitting = steps.includes('commit')
  if (steps.includes('create')) return isCommitting ? 'pulls.ship.all' : 'pulls.ship.pushCreate'
  return isCommitting ? 'pulls.ship.commitPush' : 'pulls.ship.push'
}

/** Drafts the text as soon as something is known to be staged. */
function useDraftOnce({ draft }: Pick<Shipping, 'draft'>, isWanted: boolean): void {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !isWanted) return
    begun.current = true
    draft(true)
  }, [draft, isWanted])
}

function OpenPull({ pull }: Pick<PullState, 'pull'>) {
  const t = useText()
  if (pull?.state !== 'open') return null
  return (
    <p className="select-text text-sm">
      {t('pulls.ship.open', { number: pull.number })} <ForeignText text={pull.url} />
    </p>
  )
}

function Progress({ ship: { busy, problem, output } }: { readonly ship: Shipping }) {
  const t = useText()
  return (
    <div aria-live="polite" className="grid gap-2 whitespace-pre-line empty:hidden">
      {busy === null || busy === 'draft' ? null : (
        <p className="flex items-center gap-2 text-sm">
          <Mark state="run" />
          {t(`pulls.ship.doing.${busy}`)}
        </p>
      )}
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      {output === '' ? null : (
        <p className="text-fg-2 text-xs">
          {t('changes.hookOutput')}
          {'\n'}
          <ForeignText text={output} lines />
        </p>
      )}
    </div>
  )
}
