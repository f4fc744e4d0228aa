import { EVERYBODY, LEAD, PERSON } from '#shared/team/member-name.ts'
import { useText } from '../../../messages/TextProvider.tsx'

/** Returns the localised name of a team participant. Teammates keep their given name. */
export function useNames(): (name: string) => string {
  const t = useText()
  return (name) => {
    if (name === LEAD) return t('teams.lead')
    if (name === PERSON) return t('teams.you')
    return name === EVERYBODY ? t('teams.everybody') : name
  }
}
