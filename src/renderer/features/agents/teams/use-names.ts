import { EVERYBODY, LEAD, PERSON } from '#shared/team/member-name.ts'
import { useText } from '../../../messages/TextProvider.tsx'

/** How somebody of a team is called in the language of the window. Teammates keep the name they were given. */
export function useNames(): (name: string) => string {
  const t = useText()
  return (name) => {
    if (name === LEAD) return t('teams.lead')
    if (name === PERSON) return t('teams.you')
    return name === EVERYBODY ? t('teams.everybody') : name
  }
}
