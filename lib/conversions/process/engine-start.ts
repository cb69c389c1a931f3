// What each engine process of a worker loads when it starts. Every module of its bundle imports this one, so that esbuild puts all of it
// into one file. Otherwise it makes a file for each set of engines that share a module: fifty small ones, which take 15 ms to load.
import './serve-documents.ts';
