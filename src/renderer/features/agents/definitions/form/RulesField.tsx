import { Permission } from '#shared/permission/rule.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import type { FormPart } from './form-part.ts'

type RulesFieldProps = {
  readonly part: FormPart
  /** An agent of a project can only ask or deny. */
  readonly source: 'user' | 'project'
}

type Rule = Readonly<Record<string, unknown>>

/** The permission rules of an agent, one a row. The last that matches counts. */
export function RulesField({ part: { values, set, errorOf }, source }: RulesFieldProps) {
  const t = useText()
  const rules = rulesIn(values.header['permission'])
  const put = (next: readonly Rule[]) => set('permission', next.length === 0 ? undefined : next)
  const change = (at: number, changes: Rule) =>
    put(rules.map((rule, index) => (index === at ? cleaned({ ...rule, ...changes }) : rule)))
  const actions = Permission.options.filter((action) => source === 'user' || action !== 'allow')
  const error = errorOf('permission')
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-medium text-fg-2 text-sm">{t('agents.fact.rules')}</legend>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
        <div key={at} className="grid grid-cols-[8rem_minmax(0,1fr)_7rem_auto] items-center gap-2">
          <TextInput
            mono
            aria-label={t('agents.form.rule.tool', { number: at + 1 })}
            value={wordIn(rule, 'tool')}
            onText={(tool) => change(at, { tool })}
          />
          <TextInput
            mono
            aria-label={t('agents.form.rule.pattern', { number: at + 1 })}
            placeholder="*"
            value={wordIn(rule, 'pattern')}
            onText={(pattern) => change(at, { pattern })}
          />
          <Select
            label={t('agents.form.rule.action', { number: at + 1 })}
            value={wordIn(rule, 'action')}
            groups={[
              { title: null, options: actions.map((value) => ({ value, label: t(`agents.rule.${value}`) })) },
            ]}
            onChange={(action) => change(at, { action })}
          />
          <IconButton
            icon="x"
            size="small"
            label={t('agents.form.rule.remove', { number: at + 1 })}
            onClick={() => put(rules.filter((_rule, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        look="ghost"
        icon="plus"
        className="justify-self-start"
        onClick={() => put([...rules, { tool: 'bash', action: 'ask' }])}
      >
        {t('agents.form.rule.add')}
      </Button>
      {error === undefined ? null : <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

const rulesIn = (value: unknown): readonly Rule[] =>
  Array.isArray(value)
    ? value.filter((rule): rule is Rule => typeof rule === 'object' && rule !== null && !Array.isArray(rule))
    : []

const wordIn = (rule: Rule, key: string): string => {
  const word = rule[key]
  return typeof word === 'string' ? word : ''
}

/** A rule without a pattern is about everything the tool does. */
function cleaned(rule: Rule): Rule {
  const { pattern, ...rest } = rule
  const { action, ...named } = rest
  return pattern === '' || pattern === undefined ? rest : { ...named, pattern, action }
}
