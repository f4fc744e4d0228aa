import { type KeyboardEvent, useState } from 'react'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import type { LaunchSubject } from '../../../store/workflows/run-forms-store.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { workflowAbout } from '../../../ui/names/workflow-about.ts'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { savedKey, savedLists } from '../saved-lists.ts'
import { useWorkflows } from '../workflows-context.ts'
import { NEW_SCRIPT } from './launch-state.ts'

type SavedPaneProps = {
  readonly saved: readonly SavedWorkflow[]
  /** The unsaved script; empty for none. */
  readonly unsaved: string
  readonly subject: LaunchSubject
  readonly onSubject: (subject: LaunchSubject) => void
}

/** Every workflow that can be started here, by where it comes from. */
export function SavedPane({ saved, unsaved, subject, onSubject }: SavedPaneProps) {
  const t = useText()
  const { api, app } = useWorkflows()
  const [query, setQuery] = useState('')
  const paste = async () => onSubject({ kind: 'script', script: await api.read('workflow.pasted', {}) })
  const wanted = query.trim().toLowerCase()
  const found = saved.filter((workflow) =>
    `${workflow.name} ${workflowAbout(workflow, t)}`.toLowerCase().includes(wanted),
  )
  return (
    <section aria-label={t('workflows.savedList')} data-pane className="pane h-full bg-side">
      <div className="p-3 pb-0">
        <TextInput
          quiet
          type="search"
          icon="search"
          aria-label={t('workflows.launch.find')}
          placeholder={t('workflows.launch.find')}
          value={query}
          onText={setQuery}
        />
      </div>
      {unsaved === '' || subject.kind === 'script' ? null : (
        <UnsavedRow onOpen={() => onSubject({ kind: 'script', script: unsaved })} />
      )}
      <SavedOptions
        found={found}
        chosen={subject.kind === 'saved' ? subject.key : null}
        onChoose={(key) => onSubject({ kind: 'saved', key })}
      />
      {found.length === 0 ? (
        <p className="p-4 text-fg-3 text-sm">
          {saved.length === 0
            ? t('workflows.launch.noneHint')
            : t('workflows.launch.noneFound', { query: query.trim() })}
        </p>
      ) : null}
      <span className="grow" />
      <div className="flex gap-2 border-line border-t px-3 pt-2 pb-3">
        <Button
          size="small"
          icon="plus"
          className="grow"
          onClick={() => onSubject({ kind: 'script', script: NEW_SCRIPT })}
        >
          {t('workflows.launch.newScript')}
        </Button>
        <Button
          size="small"
          icon="copy"
          className="grow"
          title={t('workflows.launch.pasteHint')}
          onClick={() => app.attempt(paste())}
        >
          {t('workflows.launch.paste')}
        </Button>
      </div>
    </section>
  )
}

/** Shows the link to the unsaved script above the list, because it is no saved workflow. */
function UnsavedRow({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  return (
    <div className="px-2 pt-2">
      <button
        type="button"
        aria-description={t('workflows.launch.unsavedHint')}
        onClick={onOpen}
        className="flex min-h-12 w-full items-start gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-hover"
      >
        <Icon name="edit" className="mt-0.5 text-fg-3" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{t('workflows.launch.unsavedScript')}</span>
          <DrawnText text={t('workflows.launch.unsavedHint')} className={`${LINE} text-fg-3`} />
        </span>
      </button>
    </div>
  )
}

type SavedOptionsProps = {
  readonly found: readonly SavedWorkflow[]
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
}

function SavedOptions({ found, chosen, onChoose }: SavedOptionsProps) {
  const t = useText()
  const roving = useRoving('[role="option"]')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    roving(event)
    const key = event.target instanceof HTMLElement ? event.target.dataset['saved'] : undefined
    if (key === undefined || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    onChoose(key)
  }
  const reachable =
    found.find((workflow) => savedKey(workflow) === chosen) ?? savedLists(found)[0]?.workflows[0]
  return (
    <div
      role="listbox"
      aria-label={t('workflows.savedList')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="min-h-0 overflow-y-auto px-2 pb-2 outline-none"
    >
      {savedLists(found).map((list) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={list.source} role="group" aria-label={t(`workflows.launch.${list.source}`)}>
          <span aria-hidden="true" className="block px-2 pt-3 pb-1 font-semibold text-fg-3 text-xs">
            {t(`workflows.launch.${list.source}`)}
          </span>
          {list.workflows.map((workflow) => (
            <SavedOption
              key={savedKey(workflow)}
              workflow={workflow}
              on={savedKey(workflow) === chosen}
              reachable={workflow === reachable}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type SavedOptionProps = {
  readonly workflow: SavedWorkflow
  readonly on: boolean
  readonly reachable: boolean
  readonly onChoose: (key: string) => void
}

function SavedOption({ workflow, on, reachable, onChoose }: SavedOptionProps) {
  const t = useText()
  const ago = useAgo()
  const key = savedKey(workflow)
  const words = useProblemWords()
  const { problem, editedAt } = workflow
  const edited =
    editedAt === null || Date.now() - editedAt > FRESH_MS
      ? null
      : t('workflows.launch.edited', { ago: ago(editedAt) })
  const about = problem === null ? workflowAbout(workflow, t) : words(problem)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it takes the keys
    <div
      role="option"
      aria-selected={on}
      aria-label={workflow.name}
      aria-description={edited === null ? about : `${about} · ${edited}`}
      tabIndex={reachable ? 0 : -1}
      data-saved={key}
      data-pane-focus={reachable ? true : undefined}
      data-cursor={on}
      onClick={() => onChoose(key)}
      className="row-cursor flex min-h-12 items-start gap-2 rounded-sm px-2 py-1.5 hover:bg-hover"
    >
      <Icon name={problem === null ? 'script' : 'alert'} className="mt-0.5 text-fg-3" />
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 grow truncate font-medium">{workflow.name}</span>
          {edited === null ? null : (
            <DrawnText text={edited} className="figures shrink-0 text-fg-3 text-xs" />
          )}
        </span>
        <DrawnText text={about} className={problem === null ? `${LINE} text-fg-3` : `${LINE} text-warn-fg`} />
      </span>
    </div>
  )
}

const LINE = 'block truncate text-xs'
/** Age up to which a script counts as new, in milliseconds. */
const FRESH_MS = 7 * 24 * 60 * 60_000
