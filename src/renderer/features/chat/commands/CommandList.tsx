import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { SuggestionBox } from '../../../ui/lists/SuggestionBox.tsx'
import { appCommandIcon } from './app-command-list.ts'
import type { Command } from './command-matches.ts'
import type { CommandSuggestions } from './use-commands.ts'

/** Shows the matching commands and workflows above the composer, which keeps the focus. */
export function CommandList({ commands }: { commands: CommandSuggestions }) {
  const t = useText()
  const { found, grouped } = commands
  return (
    <SuggestionBox
      list={commands}
      label={t('commands.list')}
      count={t('commands.count', { count: found.length })}
      keyOf={({ source, name }) => `${source} ${name}`}
      headingOf={({ group }) => (grouped ? t(`commands.group.${group ?? 'yours'}`) : '')}
      size="large"
    >
      {(command) => <CommandParts workflow={command} grouped={grouped} />}
    </SuggestionBox>
  )
}

function CommandParts({ workflow, grouped }: { workflow: Command; grouped: boolean }) {
  const t = useText()
  const { name, description, source, problem, hint = '', group, lack } = workflow
  const dim = lack === undefined ? 'text-fg-2' : 'text-fg-3'
  return (
    <>
      <Icon
        name={problem !== null ? 'alert' : source === 'app' ? appCommandIcon(name) : 'script'}
        size="s"
        className={problem === null ? 'text-fg-3' : 'text-warn-fg'}
      />
      <span className={classNames('shrink-0 font-medium', lack === undefined ? '' : 'text-fg-3')}>
        /{name}
      </span>
      {hint !== '' && <span className="max-w-[14rem] shrink-0 truncate text-fg-3 text-sm">{hint}</span>}
      {problem === null ? (
        <span className={classNames('min-w-0 grow truncate text-sm', dim)}>{description}</span>
      ) : (
        <span className="min-w-0 grow truncate text-sm text-warn-fg">{problem.message}</span>
      )}
      <span className="shrink-0 text-fg-3 text-xs">
        {lack ?? (group === undefined ? sourceText(source, t) : grouped ? '' : t(`commands.group.${group}`))}
      </span>
    </>
  )
}

function sourceText(source: Command['source'], t: Text): string {
  if (source === 'app') return ''
  if (source === 'prompt' || source === 'skill' || source === 'file') return t(`commands.${source}`)
  return t(`workflows.launch.${source}`)
}
