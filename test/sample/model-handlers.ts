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
    'model.setSmallJobs': ({ ref }: { ref: string | null }) => {
      models = models.map((model) => ({ ...model, doesSmallJobs: model.ref === ref }))
      return models
    },
  }
}
