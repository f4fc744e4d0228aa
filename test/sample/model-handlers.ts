import type { ModelRole } from '#shared/model/roles.ts'
import { FIGURES, MODELS, PRACTICE_ONLY, REPORT, SERVERS } from './sample-app.ts'

/** What main says of models; what the window changes of them holds until it is closed. */
export function modelHandlers(fresh: boolean) {
  let models = fresh ? PRACTICE_ONLY : MODELS
  return {
    'model.list': () => models,
    'model.ofNewChat': () => ({ model: models.find(({ isDefault }) => isDefault)?.ref ?? '' }),
    'model.figures': () => FIGURES,
    'model.detect': () => SERVERS,
    'model.test': () => REPORT,
    'model.save': () => models,
    'model.remove': ({ ref }: { ref: string }) => {
      models = models.filter((model) => model.ref !== ref)
      return models
    },
    'model.setDefault': ({ ref }: { ref: string }) => {
      models = models.map((model) => ({ ...model, isDefault: model.ref === ref }))
      return models
    },
    'model.setRole': ({ role, ref }: { role: ModelRole; ref: string | null }) => {
      models = models.map(({ roles = [], ...model }) => ({
        ...model,
        roles: [...roles.filter((each) => each !== role), ...(model.ref === ref ? [role] : [])],
      }))
      return models
    },
    'model.offered': () => ({ date: '2026-11-27', models: [] }),
    'model.known': () => ({ date: '2026-11-27', models: [], roles: {} }),
    'model.named': ({ name }: { name: string }) =>
      models.find(({ ref, id }) => ref === name || id === name) ?? null,
    'model.add': () => models,
  }
}
