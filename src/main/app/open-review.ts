import type { SessionId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import scriptGuide from '../../../resources/skills/orchestrate/SKILL.md?raw'
import type { AppDeps } from '../app-port.ts'
import type { ChatTexts } from '../exports/chat-text.ts'
import { createForges, type Forges } from '../pulls/choose-forge.ts'
import { createIssues } from '../pulls/issues.ts'
import { openPulls, type Pulls } from '../pulls/open-pulls.ts'
import { createShares } from '../pulls/shares.ts'
import type { TaskWorktrees } from '../worktrees/task-worktrees.ts'
import type { Ground } from './storage/open-ground.ts'
import type { Services } from './storage/open-services.ts'
import type { Equipment } from './tools/open-equipment.ts'
import type { openWindows } from './windows/open-windows.ts'
import { openAttempts } from './work/open-attempts.ts'
import { changePlaces, openChangeReview } from './work/open-change-review.ts'
import { openDefinitionDrafts, openDrafts } from './work/open-drafts.ts'
import { openProjectFiles } from './work/open-project-files.ts'
import { openPullReviews } from './work/open-pull-reviews.ts'
import { openPullWatches } from './work/open-pull-watches.ts'
import type { OpenedWorkflows } from './work/open-workflows.ts'
import type { OpenedWorktrees } from './work/open-worktrees.ts'
import type { Runtime } from './work/runtime/open-runtime.ts'

type Reviewing = {
  readonly equipment: Equipment
  readonly runtime: Runtime
  readonly windows: ReturnType<typeof openWindows>
  readonly worktrees: OpenedWorktrees
  readonly workflows: OpenedWorkflows
  readonly chatTexts: ChatTexts
}

/** Opens what a person reviews code with: files, changes, pull requests and attempts. */
export function openReview(deps: AppDeps, ground: Ground, services: Services, reviewing: Reviewing) {
  const { equipment, runtime, windows, worktrees } = reviewing
  const forDrafts = draftingOf(deps, ground, services, { equipment, runtime, windows })
  const drafts = openDrafts(forDrafts)
  const forChanges = { equipment, runtime, windows, drafts, worktrees: worktrees.tasks }
  const forges = forgesOf(ground)
  const pulls = pullsOf(ground, services, forChanges, forges)
  return {
    files: projectFilesOf(ground, services, { equipment, runtime }),
    changes: changesOf(ground, services, forChanges),
    pulls,
    pullWatches: pullWatchesOf(ground, services, { equipment, runtime, worktrees, pulls }),
    forge: forgeActsOf(ground, services, { forges, drafts, reviewing }),
    attempts: attemptsOf(deps, ground, services, { runtime, worktrees }),
    definitionDrafts: openDefinitionDrafts(forDrafts, scriptGuide),
  }
}

/** Opens the files of projects for the viewer. */
function projectFilesOf(
  ground: Ground,
  { projects }: Services,
  { equipment, runtime }: Pick<Reviewing, 'equipment' | 'runtime'>,
) {
  const { drafts, clock, tell, paths } = ground
  return openProjectFiles({
    projects,
    drafts,
    clock,
    tell,
    ripgrep: equipment.ripgrep,
    home: paths.home,
    formatting: equipment.problems.formatting,
    settings: runtime.projectSettings,
  })
}

type ForChanges = Pick<Reviewing, 'equipment' | 'runtime'> & {
  readonly windows: ReturnType<typeof openWindows>
  readonly drafts: ReturnType<typeof openDrafts>
  readonly worktrees: TaskWorktrees
}

/** Opens the programs `gh` and `glab` of the person. */
function forgesOf({ programs }: Ground) {
  const { platform, processes, environment, home, keep } = programs.starting
  return createForges({ platform, processes, environment, home, keep })
}

/** Opens pull requests. */
function pullsOf(
  { git }: Ground,
  { projects }: Services,
  { drafts, worktrees }: Pick<ForChanges, 'drafts' | 'worktrees'>,
  forges: Forges,
) {
  return openPulls({ forges, git, drafts, project: changePlaces(projects, worktrees) })
}

type ForForge = {
  readonly forges: Forges
  readonly drafts: ReturnType<typeof openDrafts>
  readonly reviewing: Reviewing
}

/** Opens issues, shared chats and reviews. */
function forgeActsOf(ground: Ground, services: Services, { forges, drafts, reviewing }: ForForge) {
  const { git, settings } = ground
  const { projects } = services
  const { runtime, worktrees, workflows, chatTexts } = reviewing
  return {
    issues: createIssues({
      forges,
      git,
      drafts,
      project: projects.usable,
      lastTurns: chatTexts.lastTurns,
    }),
    shares: createShares({
      forges,
      git,
      projectOf: projectOfChat(services, runtime),
      textOf: chatTexts.share,
    }),
    reviews: openPullReviews({
      forges,
      git,
      kept: ground.drafts,
      project: changePlaces(projects, worktrees.tasks),
      permissionMode: () => settings.current().permissionMode,
      workflows,
      log: runtime.log,
    }),
  }
}

/** Finds the project of a chat; null for a chat without one. */
function projectOfChat({ projects }: Services, { sessions }: Runtime) {
  return async (id: SessionId): Promise<Project | null> => {
    const { projectId } = sessions.get(id).meta
    return projectId === null ? null : projects.usable(projectId)
  }
}

/** Opens the pull requests that are followed and repaired. */
function pullWatchesOf(
  { db, git, storage, tell, clock, newId, logger, scope }: Ground,
  { projects, models }: Services,
  {
    equipment,
    runtime,
    worktrees,
    pulls,
  }: Pick<Reviewing, 'equipment' | 'runtime' | 'worktrees'> & { readonly pulls: Pulls },
) {
  return openPullWatches({
    db,
    git,
    pulls,
    projects,
    storage,
    runtime,
    worktrees,
    tell,
    clock,
    newId,
    logger,
    scope,
    agents: equipment.definitions.agents,
    catalog: models.catalog,
  })
}

/** Parts that models need to draft texts, agents and workflows. */
function draftingOf(
  { redactor }: AppDeps,
  { db, clock, newId }: Ground,
  { models, projects }: Services,
  { equipment, runtime, windows }: Omit<ForChanges, 'drafts' | 'worktrees'>,
) {
  return {
    db,
    clock,
    newId,
    redactor,
    projects,
    agents: equipment.definitions.agents,
    catalog: models.catalog,
    settings: runtime.projectSettings,
    listings: windows.listings,
  }
}

/** Opens the review of changes in repositories. */
function changesOf(
  ground: Ground,
  services: Services,
  { equipment, runtime, windows, drafts, worktrees }: ForChanges,
) {
  const { db, git, clock, logger, tell, scope, storage } = ground
  return openChangeReview({
    db,
    git,
    clock,
    logger,
    tell,
    scope,
    projects: services.projects,
    windows,
    runtime,
    drafts,
    bus: storage.bus,
    checkpoints: equipment.checkpoints,
    worktrees,
    originOf: equipment.checkpoints.lineOrigin(services.models.catalog.infoOf),
    begun: ground.drafts,
    trailer: () => ground.settings.current().commitTrailer,
  })
}

/** Opens attempts: one task, run several times in worktrees. */
function attemptsOf(
  { redactor }: AppDeps,
  ground: Ground,
  services: Services,
  { runtime, worktrees }: { readonly runtime: Runtime; readonly worktrees: OpenedWorktrees },
) {
  const { storage, programs, tell, clock, logger, scope } = ground
  return openAttempts({
    storage,
    runtime,
    worktrees,
    programs,
    tell,
    clock,
    logger,
    scope,
    catalog: services.models.catalog,
    projects: services.projects,
    sandbox: services.sandbox,
    hide: redactor.text,
  })
}
