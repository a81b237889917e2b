"""What is wrong with a template, for its author."""


class TemplateProblem(Exception):
    """A template that can't be rendered. `line` is 0 where no line is to blame."""

    exit_code = 3

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(file, line, sentence)
        self.file = file
        self.line = line
        self.sentence = sentence

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.sentence}"
