import { type KeyboardEvent, useMemo, useState } from 'react'
import type { ScriptProblem } from '#shared/workflow/script-problem.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { noticeWords } from '../../../../messages/problem-words.ts'
import { useLocale, useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Banner } from '../../../../ui/panes/Banner.tsx'
import type { Launch } from '../use-launch.ts'
import { ScriptArea } from './ScriptArea.tsx'
import { ScriptDraft } from './ScriptDraft.tsx'
import type { ShownProblem } from './script-editor.ts'
import { type ScriptSaving, useScriptSaving } from './use-script-saving.ts'

type ScriptPaneProps = {
  readonly launch: Launch
  readonly saved: readonly SavedWorkflow[]
  /** Null: the script is only shown. */
  readonly onScript: ((script: string) => void) | null
  readonly onEditCopy: () => void
  readonly onSaved: Parameters<typeof useScriptSaving>[2]
}

/** The script with what main says of it. */
export function ScriptPane({ launch, saved, onScript, onEditCopy, onSaved }: ScriptPaneProps) {
  const t = useText()
  const saving = useScriptSaving(launch, saved, onSaved)
  const { script } = launch
  const draft = useDrafted(onScript)
  const problems = useShown(launch.checked.check?.problems ?? NO_PROBLEMS)
  const onKeyDown = (event: KeyboardEvent) => {
    if (onScript === null || event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    saving.save()
  }
  return (
    <section
      aria-label={t('workflows.launch.script')}
      data-pane
      onKeyDown={onKeyDown}
      className="flex min-h-40 min-w-0 flex-1 flex-col border-line border-t"
    >
      <div className="flex h-(--h-bar) shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 className="pane-title font-semibold text-fg-2 text-sm">{t('workflows.launch.script')}</h2>
        <span className="figures text-fg-3 text-xs">
          {t('workflows.launch.lines', { count: script.trimEnd().split('\n').length })}
        </span>
        <span className="grow" />
        {onScript === null ? (
          <Button size="small" look="ghost" icon="edit" disabled={script === ''} onClick={onEditCopy}>
            {t('workflows.launch.editCopy')}
          </Button>
        ) : (
          <>
            <Verdict checked={launch.checked} />
            <SaveButton saving={saving} />
          </>
        )}
      </div>
      {onScript === null ? null : <ScriptDraft script={script} onDraft={draft.put} />}
      <ScriptArea
        key={onScript === null ? 'read' : `write ${draft.turn}`}
        text={script}
        editable={onScript !== null}
        problems={problems}
        {...(onScript === null ? {} : { onText: onScript })}
      />
      {onScript === null || problems.length === 0 ? null : <Problems problems={problems} />}
      {saving.refused === null ? null : (
        <div className="shrink-0 border-line border-t p-2">
          <Banner look="bad">{saving.refused}</Banner>
        </div>
      )}
    </section>
  )
}

/** A drafted script replaces what the editor holds, so the editor begins again with it. */
function useDrafted(onScript: ScriptPaneProps['onScript']) {
  const [turn, setTurn] = useState(0)
  const put = (script: string) => {
    onScript?.(script)
    setTurn((before) => before + 1)
  }
  return { turn, put }
}

const NO_PROBLEMS: readonly ScriptProblem[] = []

function useShown(problems: readonly ScriptProblem[]): readonly ShownProblem[] {
  const locale = useLocale()
  return useMemo(
    () =>
      problems.map(({ line, column, message, said }) => ({
        line,
        column,
        message: noticeWords(locale, message, said),
      })),
    [problems, locale],
  )
}

/** Shows whether the script can be started. */
function Verdict({ checked: { check } }: Pick<Launch, 'checked'>) {
  const t = useText()
  const count = check?.problems.length ?? 0
  return (
    <span role="status" className="flex items-center gap-1 whitespace-nowrap text-fg-2 text-xs">
      {check === null ? (
        t('workflows.launch.checking')
      ) : (
        <>
          <Mark state={count === 0 ? 'done' : 'fail'} />
          {count === 0 ? t('workflows.launch.noProblems') : t('workflows.launch.problems', { count })}
        </>
      )}
    </span>
  )
}

/** Names what it would replace: that is the only question asked. */
function SaveButton({ saving }: { saving: ScriptSaving }) {
  const t = useText()
  return (
    <>
      <Select
        look="pick"
        label={t('workflows.launch.saveIn')}
        value={saving.place}
        onChange={(place) => saving.setPlace(place === 'user' ? 'user' : 'project')}
        groups={[
          {
            title: null,
            options: (['project', 'user'] as const).map((place) => ({
              value: place,
              label: t(`workflows.launch.${place}`),
            })),
          },
        ]}
      />
      <Button size="small" disabled={!saving.usable} aria-keyshortcuts="Control+S" onClick={saving.save}>
        {saving.replaces === null
          ? t('workflows.launch.save')
          : t('workflows.launch.replace', { name: saving.replaces })}
      </Button>
    </>
  )
}

function Problems({ problems }: { problems: readonly ShownProblem[] }) {
  const t = useText()
  return (
    <ul className="max-h-24 shrink-0 overflow-y-auto border-line border-t px-4 py-2 text-bad-fg text-xs">
      {problems.map((problem) => (
        <li key={`${problem.line}:${problem.column}:${problem.message}`}>
          {t('workflows.launch.problemAt', { line: problem.line, message: problem.message })}
        </li>
      ))}
    </ul>
  )
}
