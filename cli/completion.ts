import type { Command } from 'commander';
import { completeCommand } from './complete-options.ts';

/** The values that complete an option or an argument, by its name. Files complete the others. */
export type CompletedValues = Readonly<Record<string, readonly string[]>>;

/** A command for completion. */
type Completed = {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly string[];
  /** The letters of flags that have one. */
  readonly short: Readonly<Record<string, string>>;
  /** Flags by the values that follow them. */
  readonly valued: readonly { readonly flags: readonly string[]; readonly values: readonly string[] }[];
  /** The values of arguments. */
  readonly values: readonly string[];
};

const completedOf = (program: Command, values: CompletedValues): Completed[] =>
  program.commands.flatMap((command) => {
    if (command.name() === completeCommand) return [];
    const completed = {
      description: command.description().replaceAll(/["'`$\\]/g, ''),
      flags: [...command.options.flatMap(({ long }) => (long == null ? [] : [long])), '--help'],
      short: Object.fromEntries(
        command.options.flatMap(({ long, short }) =>
          long == null || short == null ? [] : [[long, short.slice(1)]],
        ),
      ),
      valued: command.options.flatMap(({ long, short }) => {
        const known = values[long ?? ''];
        return known === undefined
          ? []
          : [{ flags: [long, short].filter((flag) => flag != null), values: known }];
      }),
      values: [...new Set(command.registeredArguments.flatMap((argument) => values[argument.name()] ?? []))],
    };
    return [command.name(), ...command.aliases()].map((name) => ({ name, ...completed }));
  });

const words = (list: readonly string[]): string => list.join(' ');

/** The cases of a shell's `case` statement, one for each command that has `list`. */
const cases = (
  commands: readonly Completed[],
  listOf: (command: Completed) => readonly (readonly [pattern: string, words: readonly string[]])[],
  line: (pattern: string, list: string) => string,
): string =>
  commands
    .flatMap((command) => listOf(command).map(([pattern, list]) => line(pattern, words(list))))
    .join('\n');

const valuedCases = ({ name, valued }: Completed) =>
  valued.map(({ flags, values }) => [flags.map((flag) => `${name}:${flag}`).join('|'), values] as const);

const argumentCases = ({ name, values }: Completed) => (values.length === 0 ? [] : [[name, values] as const]);

const optionFlags = '-O|--option';

const bash = (commands: readonly Completed[]): string =>
  `_docforge() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" flag="\${COMP_WORDS[COMP_CWORD-1]}" words= name=
  # Bash splits name=value into three words.
  if [[ $word == = ]]; then
    name="$flag=" flag="\${COMP_WORDS[COMP_CWORD-2]}" word=
  elif [[ $flag == = ]]; then
    name="\${COMP_WORDS[COMP_CWORD-2]}=" flag="\${COMP_WORDS[COMP_CWORD-3]}"
  fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    words="${words(commands.map(({ name }) => name))}"
  elif [[ $flag == -O || $flag == --option ]]; then
    words="$("\${COMP_WORDS[0]}" ${completeCommand} -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$name$word" 2>/dev/null)"
    words="\${words//$name}"
    [[ -n $name ]] || compopt -o nospace 2>/dev/null
  elif [[ $word == -* ]]; then
    case "$command" in
${cases(
  commands,
  ({ name, flags }) => [[name, flags]],
  (pattern, list) => `      ${pattern}) words="${list}" ;;`,
)}
    esac
  else
    case "$command:$flag" in
${cases(commands, valuedCases, (pattern, list) => `      ${pattern}) words="${list}" ;;`)}
    esac
    [[ -n $words || $flag == -* ]] || case "$command" in
${cases(commands, argumentCases, (pattern, list) => `      ${pattern}) words="${list}" ;;`)}
    esac
  fi
  COMPREPLY=()
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _docforge docforge`;

const zsh = (commands: readonly Completed[]): string =>
  `#compdef docforge
_docforge() {
  local -a commands options
  commands=(
${commands.map(({ name, description }) => `    '${name}:${description.replaceAll(':', '\\:')}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ $words[CURRENT-1] == (${optionFlags}) ]]; then
    options=(\${(f)"$($words[1] ${completeCommand} -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)"})
    compadd -S '' -- $options
    return
  fi
  if [[ $words[CURRENT] == -* ]]; then
    case $words[2] in
${commands.map(({ name, flags }) => `      ${name}) compadd -- ${words(flags)} ;;`).join('\n')}
    esac
    return
  fi
  case "$words[2]:$words[CURRENT-1]" in
${cases(commands, valuedCases, (pattern, list) => `    ${pattern}) compadd -- ${list}; return ;;`)}
  esac
  case $words[2] in
${cases(commands, argumentCases, (pattern, list) => `    ${pattern}) compadd -- ${list}; return ;;`)}
  esac
  _files
}
compdef _docforge docforge`;

const fishOptions = `(docforge ${completeCommand} -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)`;

const fish = (commands: readonly Completed[]): string =>
  commands
    .flatMap(({ name, description, flags, short, valued, values }) => {
      const seen = `complete -c docforge -n '__fish_seen_subcommand_from ${name}'`;
      return [
        `complete -c docforge -n __fish_use_subcommand -f -a ${name} -d '${description}'`,
        ...flags.map((flag) => {
          const known = valued.find((each) => each.flags.includes(flag))?.values;
          const letter = short[flag] === undefined ? '' : ` -s ${short[flag]}`;
          const list = known === undefined ? '' : ` -x -a '${words(known)}'`;
          return `${seen}${letter} -l ${flag.slice(2)}${flag === '--option' ? ` -x -a '${fishOptions}'` : list}`;
        }),
        ...(values.length === 0 ? [] : [`${seen} -f -a '${words(values)}'`]),
      ];
    })
    .join('\n');

const writers = { bash, zsh, fish };

/** The shells with completion. */
export const shells = Object.keys(writers);

/** The script that completes the commands, options and values of `program` in a shell; undefined for another shell. */
export const completionScript = (
  program: Command,
  shell: string,
  values: CompletedValues,
): string | undefined =>
  shell === 'bash' || shell === 'zsh' || shell === 'fish'
    ? writers[shell](completedOf(program, values))
    : undefined;
