"""Modules of JavaScript into one script."""

from __future__ import annotations

import pytest

from magicbb.explanations.explorer.bundling import bundle, in_order


class TestBundle:
    def test_lines_that_import_and_words_that_export_are_taken_away(self) -> None:
        sources = {
            "main.js": 'import {\n  one,\n  two,\n} from "./numbers.js";\nconsole.log(one, two);\n',
            "numbers.js": "export const one = 1;\nexport function two() {}\n",
        }
        assert bundle(sources, "main.js") == (
            "// numbers.js\nconst one = 1;\nfunction two() {}\n\n"
            "// main.js\nconsole.log(one, two);\n"
        )

    def test_what_nobody_imports_is_left_out(self) -> None:
        assert bundle({"main.js": "one();\n", "other.js": "two();\n"}, "main.js") == (
            "// main.js\none();\n"
        )

    @pytest.mark.parametrize(
        "declaration",
        ["const x = 1;", "let x;", "class x {}", "function x() {}", "function* x() {}"],
    )
    def test_a_name_is_declared_once(self, declaration: str) -> None:
        sources = {
            "main.js": f'import {{ y }} from "./other.js";\n{declaration}\n',
            "other.js": "export const y = 1;\nasync function x() {}\n",
        }
        with pytest.raises(ValueError, match=r"x is declared in other\.js and in main\.js"):
            bundle(sources, "main.js")

    @pytest.mark.parametrize(
        "line",
        [
            'import one from "./other.js";',
            'import * as other from "./other.js";',
            'import { one } from "https://elsewhere/other.js";',
            "export default 1;",
            "export { one };",
        ],
    )
    def test_other_ways_to_import_and_export_are_refused(self, line: str) -> None:
        sources = {"main.js": f"{line}\n", "other.js": "export const one = 1;\n"}
        with pytest.raises(ValueError, match=r"main\.js: unsupported .*: (im|ex)port"):
            bundle(sources, "main.js")


class TestOrder:
    def test_modules_stand_behind_what_they_import(self) -> None:
        sources = {
            "a.js": 'import { b } from "./b.js";\nimport { c } from "./c.js";\n',
            "b.js": 'import { c } from "./c.js";\n',
            "c.js": "",
        }
        assert in_order(sources, "a.js") == ("c.js", "b.js", "a.js")

    def test_a_module_must_be_there(self) -> None:
        with pytest.raises(ValueError, match=r"no such module: b\.js"):
            in_order({"a.js": 'import { b } from "./b.js";\n'}, "a.js")

    def test_modules_cannot_import_each_other(self) -> None:
        sources = {
            "a.js": 'import { b } from "./b.js";\n',
            "b.js": 'import { a } from "./a.js";\n',
        }
        with pytest.raises(ValueError, match=r"import cycle: .*b\.js"):
            in_order(sources, "a.js")
