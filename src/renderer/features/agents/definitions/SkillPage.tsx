import type { SkillList } from '#shared/agent/skill.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { skillAbout } from '../../../ui/names/skill-about.ts'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { Facts } from './Facts.tsx'

/** Shows the purpose, requirements and location of a skill. */
export function SkillPage({ name, list }: { name: string; list: SkillList | null }) {
  const t = useText()
  const skill = list?.skills.find((each) => each.name === name) ?? null
  return (
    <section aria-label={t('agents.skill', { name })} data-pane className="pane h-full bg-canvas">
      <PaneHead title={name}>
        {skill === null ? null : (
          <span className="flex pr-2">
            <Chip size="small" look="flat">
              {t(`agents.source.${skill.source}`)}
            </Chip>
          </span>
        )}
      </PaneHead>
      {skill === null ? (
        <EmptyState icon="book" title={name}>
          {t('agents.gone')}
        </EmptyState>
      ) : (
        <div className="grid auto-rows-max gap-4 px-4">
          <p className="text-fg-2">{skillAbout(skill, t)}</p>
          <Facts
            facts={[
              [t('agents.fact.folder'), skill.folder],
              [t('agents.fact.needs'), skill.needs.join(', ')],
            ]}
          />
        </div>
      )}
    </section>
  )
}
