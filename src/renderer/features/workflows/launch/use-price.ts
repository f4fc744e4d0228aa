import { useApp } from '../workflows-context.ts'

/** The known cost of agents without a model in the script: they use the default one. */
export type Price = { readonly is: 'known' | 'free' | 'plan' | 'unknown'; readonly model: string }

export function usePrice(): Price {
  const usual = useApp(({ models }) => models.find(({ isDefault }) => isDefault)) ?? null
  if (usual === null) return { is: 'unknown', model: '' }
  const { inputPrice, outputPrice, plan, label: model } = usual
  if (plan !== undefined) return { is: 'plan', model }
  if (inputPrice === null || outputPrice === null) return { is: 'unknown', model }
  return { is: inputPrice + outputPrice === 0 ? 'free' : 'known', model }
}
