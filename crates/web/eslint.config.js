import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    rules: {
      'array-callback-return': ['error', { checkForEach: true }],
      eqeqeq: 'error',
      'no-multi-assign': 'error',
      'no-return-assign': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'one-var': ['error', 'never'],
      'prefer-const': 'error',
      'prefer-template': 'error',
    },
  },
  { files: ['page/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['page/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['page/worker.js'], languageOptions: { globals: globals.worker } },
  {
    // The tests run in Node; the functions they pass to `evaluate` run in the page.
    files: ['tests/browser/*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
