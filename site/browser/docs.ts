import { rememberLanguage } from './code-language.ts';
import { addCopyButtons } from './copy-code.ts';
import { layOutBeforeJumps, markCurrentHeading, showCurrentPage } from './current-heading.ts';
import { setUpHeader } from './header.ts';
import { useOwnOrigin } from './own-origin.ts';

setUpHeader();
useOwnOrigin();
addCopyButtons();
rememberLanguage();
showCurrentPage();
markCurrentHeading();
layOutBeforeJumps();
