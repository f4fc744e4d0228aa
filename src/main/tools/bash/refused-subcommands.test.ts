import { describe, expect, it } from 'vitest'
import {
  lines,
  openVerdictProject,
  type Rule,
  verdictOn,
} from '../../../../test/support/data/command-verdicts.ts'

openVerdictProject()

describe.skipIf(process.platform === 'win32')('a refusal of a subcommand', () => {
  const refused: readonly Rule[] = [
    ['bash', 'git push *', 'deny'],
    ['bash', 'git reset --hard *', 'deny'],
    ['bash', 'docker rm *', 'deny'],
    ['bash', 'kubectl delete *', 'deny'],
    ['bash', 'npm publish *', 'deny'],
    ['bash', 'cargo publish *', 'deny'],
    ['bash', 'npm run deploy *', 'deny'],
    ['bash', 'rm -rf *', 'deny'],
    ['bash', '*', 'allow'],
  ]
  // In a list the last match counts, so the refusals are said again in a layer of their own.
  const rules = refused.filter(([, , action]) => action === 'deny')
  it.each(
    lines(`
    git push
    git push -f origin main
    git -C . push
    git -C src push origin
    git -c a.b=c push
    git --no-pager push
    git -P push
    git --git-dir=.git push
    git --git-dir .git push
    git --work-tree=. -c a.b=c push
    git --literal-pathspecs push
    git --exec-path=/x push
    git -C . reset --hard
    git reset --hard HEAD~1
    git reset HEAD~1 --hard
    git config alias.p push
    git p
    docker rm box
    docker --context x rm box
    docker --host=x rm box
    docker -H x rm box
    kubectl delete pod
    kubectl -n space delete pod
    kubectl --namespace space delete pod
    kubectl --context=x delete pod
    npm publish
    npm --prefix x publish
    npm --silent publish
    cargo publish
    cargo --offline publish
    cargo -Z x publish
    cargo --color never publish
    git-push origin
    /usr/lib/git-core/git-push origin
    git send-pack origin
    git reset --har
    git reset -q --hard
    npm publis
    npm run deploy
    npm run -s deploy
    npm run-script deploy
    npm --prefix x rum deploy
    rm -fr x
    rm -r -f x
    rm --recursive --force x
    rm --rec --f x
    rm x -rf
    docker container rm box
    `),
  )('holds for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', rules)).not.toBe('allow')
  })

  it.each(
    lines(`
    git status
    git log --grep push
    git commit -m push
    git stash push
    git branch push
    git -C . log push
    docker ps
    docker --context x ps
    kubectl get pods
    npm test
    npm run build
    npm install
    cargo build
    git reset --soft HEAD
    rm -r x
    rm x
    `),
  )('does not hold for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', rules)).toBe('allow')
  })
})

describe.skipIf(process.platform === 'win32')('a refusal of a program in a folder', () => {
  const rules: readonly Rule[] = [['bash', './scripts/deploy.sh *', 'deny']]
  it.each(
    lines(`
    ./scripts/deploy.sh
    ./scripts/deploy.sh now
    scripts/deploy.sh
    ./scripts/../scripts/deploy.sh
    cd scripts && ./deploy.sh
    sh scripts/deploy.sh
    bash ./scripts/deploy.sh now
    env scripts/deploy.sh
    npx scripts/deploy.sh
    `),
  )('holds for %s', async (command) => {
    expect(await verdictOn(command, 'bypass', rules)).not.toBe('allow')
  })

  it.each(['ls scripts', 'cat scripts/deploy.sh', './scripts/build.sh'])(
    'does not hold for %s',
    async (command) => {
      expect(await verdictOn(command, 'bypass', rules)).toBe('allow')
    },
  )
})
