import { explore, type Scenario } from './explore.ts';
import { type Guard, guards } from './guards.ts';
import { invariants } from './invariants.ts';
import { importWithout } from './mutate.ts';
import { scenarios } from './scenarios.ts';

/** A guard that is missing is found long before. */
const mostStatesOfMutant = 60_000;
const mostStates = 2_000_000;

/** Explores a scenario without a guard. Returns what is wrong then. */
const missWithout = async (guard: Guard, id: string): Promise<string | undefined> => {
  const load = <Module>(name: string) => importWithout<Module>(guard, `test/model/${name}.ts`, id);
  const own = {
    ...(await load<{ explore: typeof explore }>('explore')),
    ...(await load<{ invariants: typeof invariants }>('invariants')),
    ...(await load<{ scenarios: typeof scenarios }>('scenarios')),
  };
  const scenario: Scenario = { ...own.scenarios[guard.scenario], ...guard.with };
  try {
    await own.explore(scenario, own.invariants, mostStatesOfMutant);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** The processor time of a line. The programs of the model have a clock of their own. */
let usage = process.cpuUsage();
const print = (line: string): void => {
  const { user, system } = process.cpuUsage(usage);
  usage = process.cpuUsage();
  process.stdout.write(`${line}, seconds: ${((user + system) / 1e6).toFixed(1)}\n`);
};

// Prints one line for each scenario and each guard, and throws the history in which a promise is broken. `--all` explores the slow ones too.
// Texts choose those whose name or description contains one of them.
const isAll = process.argv.includes('--all');
const texts = process.argv.slice(2).filter((each) => each !== '--all');
const isChosen = (title: string, isQuick = false): boolean =>
  texts.length === 0 ? isAll || isQuick : texts.some((each) => title.includes(each));

for (const [name, scenario] of Object.entries<Scenario>(scenarios)) {
  if (!isChosen(`scenario ${name}`, scenario.isQuick)) continue;
  const faults = (isAll ? scenario.manyFaults : undefined) ?? scenario.faults;
  const { states, transitions, ends } = await explore({ ...scenario, faults }, invariants, mostStates);
  print(`${scenario.title}, faults: ${faults}, states: ${states}, steps: ${transitions}, ends: ${ends}`);
}
for (const [index, guard] of guards.entries()) {
  if (!isChosen(`guard ${guard.guard}`, guard.isQuick)) continue;
  const found = await missWithout(guard, String(index));
  const isFound = found !== undefined && guard.finds.test(found);
  print(`${isFound ? 'found' : 'missed'}: ${guard.guard}: ${found?.split('\n')[0] ?? 'nothing is wrong'}`);
}
