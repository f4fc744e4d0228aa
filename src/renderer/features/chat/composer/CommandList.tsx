import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { FoundRow } from '../../../ui/lists/FoundRow.tsx'
import { SuggestionBox } from '../../../ui/lists/SuggestionBox.tsx'
import type { Suggestions } from '../../../ui/lists/use-suggestions.ts'
import { appCommandIcon } from './app-command-list.ts'
import type { Command } from './command-matches.ts'

/** Shows the matching commands and workflows above the composer, which keeps the focus. */
export function CommandList({ commands }: { commands: Suggestions<Command> }) {
  const t = useText()
  const { id, open, found, at, choose } = commands
  return (
    <SuggestionBox
      id={id}
      at={open ? at : null}
      label={t('commands.list')}
      count={open ? t('commands.count', { count: found.length }) : ''}
    >
      {found.map((workflow, index) => (
        <FoundRow
          key={`${workflow.source} ${workflow.name}`}
          list={id}
          index={index}
          on={index === at}
          onChoose={() => choose(workflow)}
          className="flex min-h-9 items-center py-1"
        >
          <CommandParts workflow={workflow} />
        </FoundRow>
      ))}
    </SuggestionBox>
  )
}

function CommandParts({ workflow }: { workflow: Command }) {
  const t = useText()
  const { name, description, source, problem, hint = '', group } = workflow
  return (
    <>
      <Icon
        name={problem !== null ? 'alert' : source === 'app' ? appCommandIcon(name) : 'script'}
        size="s"
        className={problem === null ? 'text-fg-3' : 'text-warn-fg'}
      />
      <span className="shrink-0 font-medium">/{name}</span>
      {hint !== '' && <span className="max-w-[14rem] shrink-0 truncate text-fg-3 text-sm">{hint}</span>}
      {problem === null ? (
        <span className="min-w-0 grow truncate text-fg-2 text-sm">{description}</span>
      ) : (
        <span className="min-w-0 grow truncate text-sm text-warn-fg">{problem.message}</span>
      )}
      <span className="shrink-0 text-fg-3 text-xs">
        {source === 'prompt'
          ? t('commands.prompt')
          : group !== undefined
            ? t(`commands.group.${group}`)
            : source === 'app'
              ? ''
              : t(`workflows.launch.${source}`)}
      </span>
    </>
  )
}
