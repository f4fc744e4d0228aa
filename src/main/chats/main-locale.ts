/** The languages of the words main itself shows. */
export type MainLocale = 'en' | 'zh-CN'

/** The language a person has chosen, or the one of their system. */
export function mainLocale(choice: string, system: string): MainLocale {
  const wanted = choice === 'system' ? system : choice
  return wanted.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
