class $ { $ $; $ $() { return $; } class $$ {} class Ünïcode { int größe; } }
