class Top {}
